import { styleText } from "node:util";
import { systemClock } from "../../../shared/time.ts";
import {
  type OnSignal,
  Problem,
  readArguments,
  runMain,
  WRONG_INPUT_EXIT_CODE,
} from "../../terminal.ts";
import { readDataDir } from "../dataDir.ts";
import { startServer } from "../http/server.ts";
import { createReceiver } from "./receiver.ts";
import {
  answers,
  assertSecret,
  createSignatureCheck,
  fetchSecrets,
  readDemoKey,
} from "./signature.ts";

const HELP = `Listens for webhooks on this machine, and prints a line for each.

  npm run webhook-listener -- [OPTIONS]

  --port 4100        where it listens
  --body             prints the bodies, too
  --fail 500         answers with this status
  --gone             answers 410, which disables the webhook
  --slow 20          waits this number of seconds before it answers
  --secret whsec_…   checks signatures with this secret; without it, the listener asks the API for
                     the secrets of the demo reseller's webhooks that send to it
  --api http://localhost:3000

DATA_DIR (default .local) says where the demo reseller's API key is, as for npm start.
`;

const DEFAULT_PORT = 4100;
const DEFAULT_API = "http://localhost:3000";
const HIGHEST_PORT = 65_535;
const LONGEST_DELAY_SECONDS = 600;
const GRACE_MS = 1000;

interface Options {
  port: number;
  api: string;
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
  const { api, secrets } = options;
  const dataDir = readDataDir();
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const find = () => fetchSecrets({ api, dataDir, port: server.port });
  const answer = createReceiver({
    ...options,
    check: createSignatureCheck(secrets.length > 0 ? async () => secrets : find),
    clock: systemClock,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  const server = await startServer(answer, { port: options.port, portOption: "--port " });
  process.stdout.write(formatStart(server.port, { api, key: readDemoKey(dataDir) }));
  if (!(await Promise.race([answers(api), ended.then(() => true)]))) {
    process.stdout.write(
      `The service does not answer at ${api}: "npm start" runs it. Deliveries are shown all the same.\n`,
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
  if (!/^https?:\/\/[^/]+$/.test(values.api)) {
    throw wrongInput(`--api must be like ${DEFAULT_API}, without a path.`);
  }
  return {
    port: wholeNumber("--port", values.port, { least: 0, most: HIGHEST_PORT }),
    api: values.api,
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
        api: { type: "string", default: DEFAULT_API },
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

function formatStart(port: number, { api, key = "KEY" }: { api: string; key: string | undefined }) {
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
