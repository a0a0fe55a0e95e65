import { styleText } from "node:util";
import { systemClock } from "../../../shared/time.ts";
import {
  type OnSignal,
  Problem,
  readArguments,
  runMain,
  WRONG_INPUT_EXIT_CODE,
} from "../../terminal.ts";
import { findServer } from "../address.ts";
import { readDataDir } from "../dataDir.ts";
import { startServer } from "../http/server.ts";
import { createReceiver } from "./receiver.ts";
import { assertSecret, createSignatureCheck, fetchSecrets, readDemoKey } from "./signature.ts";

const HELP = `Listens for webhooks on this machine, and prints a line for each.

  npm run webhook-listener -- [OPTIONS]

  --port 4100        where it listens
  --body             prints the bodies, too
  --fail 500         answers with this status
  --gone             answers 410, which disables the webhook
  --slow 20          waits this number of seconds before it answers
  --secret whsec_…   checks signatures with this secret; without it, the listener asks the service
                     for the secrets of the demo reseller's webhooks that send to it

DATA_DIR (default .local) says which service, as for npm start.
`;

const DEFAULT_PORT = 4100;
const HIGHEST_PORT = 65_535;
const LONGEST_DELAY_SECONDS = 600;
const GRACE_MS = 1000;

interface Options {
  port: number;
  showBody: boolean;
  /** The status that it answers, after `delaySeconds`. */
  status: number;
  delaySeconds: number;
  secrets: string[];
}

/** `npm run webhook-listener`: until a signal ends it. */
async function main(onSignal: OnSignal) {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return void process.stdout.write(HELP);
  const { secrets } = options;
  const dataDir = readDataDir();
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const find = () => fetchSecrets({ dataDir, port: server.port });
  const answer = createReceiver({
    ...options,
    check: createSignatureCheck(secrets.length > 0 ? async () => secrets : find),
    clock: systemClock,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  const server = await startServer(answer, { port: options.port, portOption: "--port " });
  const api = findServer(dataDir);
  process.stdout.write(formatStart(server.port, { api, key: readDemoKey(dataDir) }));
  if (api === undefined) {
    process.stdout.write(
      `No service runs on ${dataDir}: "npm start" runs it. Deliveries are shown all the same.\n`,
    );
  }
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
}

/** The options of the command line; undefined when it asks for help. Throws a Problem. */
export function readOptions(args: string[]): Options | undefined {
  const values = parseOptions(args);
  if (values.help) return undefined;
  if (values.gone && values.fail !== undefined) throw wrongInput("Use --fail or --gone, not both.");
  const secrets = values.secret ?? [];
  for (const secret of secrets) {
    assertSecret(secret, wrongInput("--secret must be whsec_ and base64, as the API shows it."));
  }
  return {
    port: wholeNumber("--port", values.port, { least: 0, most: HIGHEST_PORT }),
    showBody: values.body,
    status: values.gone
      ? 410
      : wholeNumber("--fail", values.fail ?? "200", { least: 200, most: 599 }),
    delaySeconds: wholeNumber("--slow", values.slow, { least: 0, most: LONGEST_DELAY_SECONDS }),
    secrets,
  };
}

function parseOptions(args: string[]) {
  const { values } = readArguments(
    {
      args,
      options: {
        port: { type: "string", default: String(DEFAULT_PORT) },
        body: { type: "boolean", default: false },
        fail: { type: "string" },
        gone: { type: "boolean", default: false },
        slow: { type: "string", default: "0" },
        secret: { type: "string", multiple: true },
        help: { type: "boolean", short: "h", default: false },
      },
    },
    "see --help",
  );
  return values;
}

function wholeNumber(
  option: string,
  given: string,
  { least, most }: { least: number; most: number },
) {
  const number = Number(given);
  if (/^\d+$/.test(given) && number >= least && number <= most) return number;
  throw wrongInput(`${option} must be a whole number from ${least} to ${most}, not "${given}".`);
}

function wrongInput(message: string) {
  return new Problem(message, WRONG_INPUT_EXIT_CODE);
}

function formatStart(
  port: number,
  { api = "$API", key = "KEY" }: { api: string | undefined; key: string | undefined },
) {
  const label = (text: string) => styleText("bold", text.padEnd(11), { stream: process.stdout });
  const body = JSON.stringify({ endpoint: `http://localhost:${port}` });
  return [
    "",
    `${label("Listening")}http://localhost:${port}`,
    `${label("Register")}curl -s ${api}/v1/webhooks -H 'api-key: ${key}' -H 'content-type: application/json' -d '${body}'`,
    "",
    "Ctrl-C stops it.",
    "",
    "",
  ].join("\n");
}

if (import.meta.main) runMain(main);
