import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { styleText } from "node:util";
import { Webhook } from "standardwebhooks";
import { escapeForTerminal } from "../cli/escapeForTerminal.ts";
import {
  type OnSignal,
  Problem,
  readArguments,
  runMain,
  WRONG_INPUT_EXIT_CODE,
} from "../cli/terminal.ts";
import { readKey } from "./account.ts";
import { type Callable, completeEvent, functionsOfServer, type ShortEvent } from "./calls.ts";
import { readDataDir } from "./dataDir.ts";
import type { ApiResponse } from "./http/payload.ts";
import { readPort, startServer } from "./http/server.ts";

const HELP = `Registers a webhook that leads to this machine, and prints a line for each
delivery.

  npm run webhook-listener -- [OPTIONS]

  --port 4100        where it listens
  --secret whsec_…   registers none, and checks signatures with this secret of
                     a webhook elsewhere

DATA_DIR (default .local) says which service, as for npm start.
`;

const GRACE_MS = 1000;

/** `npm run webhook-listener`: until a signal ends it. */
async function main(onSignal: OnSignal) {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return void process.stdout.write(HELP);
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const secrets = [...options.secrets];
  const receive = createReceiver(secrets, { print });
  const server = await startServer(receive, { port: options.port, setting: "--port " });
  const url = `http://localhost:${server.port}`;
  if (secrets.length === 0) {
    const dataDir = readDataDir();
    secrets.push(await register(functionsOfServer(dataDir), { url, key: readKey(dataDir) ?? "" }));
  }
  print(`Listening on ${url}; Ctrl-C stops it.\n`);
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
}

/** The options of the command line; undefined when it asks for help. Throws a Problem. */
export function readOptions(args: string[]) {
  const options = {
    port: { type: "string" },
    secret: { type: "string", multiple: true },
    help: { type: "boolean", short: "h" },
  } as const;
  const {
    help,
    port = "4100",
    secret: secrets = [],
  } = readArguments({ args, options }, "see --help").values;
  if (help) return undefined;
  try {
    for (const secret of secrets) new Webhook(secret);
  } catch {
    const expected = "--secret must be whsec_ and base64, as the API shows it.";
    throw new Problem(expected, WRONG_INPUT_EXIT_CODE);
  }
  return { port: readPort("--port", port), secrets };
}

/**
 * Has the reseller of a key send its events to a URL, and returns the secret of the webhook. One that was registered
 * before is kept.
 */
export async function register({ invoke }: Callable, { url, key }: { url: string; key: string }) {
  const call = async <Data>(event: ShortEvent): Promise<Data> => {
    const headers = { "api-key": key };
    const response = await invoke("webhooks", completeEvent({ ...event, headers }));
    const { statusCode, body } = response as { statusCode: number; body: string };
    if (statusCode === 200) return JSON.parse(body).data;
    throw new Problem(`The service answers ${statusCode} to ${event.routeKey}: ${body}`);
  };
  type Listed = Record<"uuid" | "endpoint", string>;
  const webhooks = await call<Listed[]>({ routeKey: "GET /v1/webhooks" });
  const { uuid: webhook_uuid } =
    webhooks.find(({ endpoint }) => endpoint === url) ??
    (await call<Listed>({ routeKey: "POST /v1/webhooks", body: { endpoint: url } }));
  const routeKey = "GET /v1/webhooks/{webhook_uuid}/secret";
  return (await call<{ secret: string }>({ routeKey, pathParameters: { webhook_uuid } })).secret;
}

/** A webhook's endpoint that prints a line for each delivery as it arrives. */
export function createReceiver(
  secrets: readonly string[],
  { now = Date.now, print }: { now?(): number; print(line: string): void },
) {
  const attempts = new Map<string, number>();

  function countAttempt(id: string) {
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    return `attempt ${attempt}${attempt > 1 ? " (a repeat)" : ""}`;
  }

  function describeSignature(body: string, headers: Record<string, string>) {
    const faults = secrets.map((secret) => findFault(secret, { body, headers }));
    const stream = { stream: process.stdout };
    if (faults.includes(undefined)) return styleText("green", "signature holds", stream);
    return styleText("red", `SIGNATURE WRONG (${printable(faults[0])})`, stream);
  }

  return async (request: IncomingMessage): Promise<ApiResponse> => {
    const body = (await buffer(request)).toString();
    const time = new Date(now()).toTimeString().slice(0, 8);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const id = headers["webhook-id"];
    const type = printable(typeOf(body)).padEnd(19);
    const parts = [time, type, printable(id), describeSignature(body, headers)];
    print([...parts, ...(id === undefined ? [] : [countAttempt(id)])].join("  "));
    return { status: 200, headers: {}, body: Buffer.from("ok\n") };
  };
}

/** The reason why a signature is not valid for this secret; undefined if it is. */
function findFault(
  secret: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): string | undefined {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function typeOf(body: string): string {
  try {
    return String(JSON.parse(body)?.type ?? "-");
  } catch {
    return "not JSON";
  }
}

function printable(text = "-"): string {
  return escapeForTerminal(text);
}

if (import.meta.main) runMain(main);
