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
import { readDataDir } from "./dataDir.ts";
import type { ApiResponse } from "./http/payload.ts";
import { readPort, startServer } from "./http/server.ts";
import { requireServer } from "./serverLock.ts";

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
  const options = {
    port: { type: "string" },
    secret: { type: "string", multiple: true },
    help: { type: "boolean", short: "h" },
  } as const;
  const {
    help,
    port = "4100",
    secret: secrets = [],
  } = readArguments({ options }, "see --help").values;
  if (help) return void process.stdout.write(HELP);
  assertSecrets(secrets);
  const address = { port: readPort("--port", port), setting: "--port " };
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const server = await startServer((request) => receive(request, secrets), address);
  const url = `http://localhost:${server.port}`;
  if (secrets.length === 0) secrets.push(await register(url));
  process.stdout.write(`Listening on ${url}; Ctrl-C stops it.\n\n`);
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
}

function assertSecrets(secrets: string[]) {
  try {
    for (const secret of secrets) new Webhook(secret);
  } catch {
    const expected = "--secret must be whsec_ and base64, as the API shows it.";
    throw new Problem(expected, WRONG_INPUT_EXIT_CODE);
  }
}

/**
 * Has the reseller of this machine send its events to a URL, and returns the secret of the webhook. One that was
 * registered before is kept.
 */
async function register(endpoint: string): Promise<string> {
  const dataDir = readDataDir();
  const { api } = requireServer(dataDir);
  const headers = { "api-key": readKey(dataDir) ?? "", "content-type": "application/json" };
  const call = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const response = await fetch(api + path, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text).data;
    throw new Problem(`The service answers ${response.status} to ${method} ${path}: ${text}`);
  };
  type Listed = Record<"uuid" | "endpoint", string>;
  const webhooks = await call<Listed[]>("GET", "/v1/webhooks");
  const { uuid } =
    webhooks.find((webhook) => webhook.endpoint === endpoint) ??
    (await call<Listed>("POST", "/v1/webhooks", { endpoint }));
  return (await call<{ secret: string }>("GET", `/v1/webhooks/${uuid}/secret`)).secret;
}

const attempts = new Map<string, number>();

/** Prints a line for a delivery as it arrives. */
async function receive(request: IncomingMessage, secrets: string[]): Promise<ApiResponse> {
  const body = (await buffer(request)).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const id = headers["webhook-id"];
  const parts = [
    new Date().toTimeString().slice(0, 8),
    printable(typeOf(body)).padEnd(19),
    printable(id),
    describeSignature(secrets, { body, headers }),
  ];
  if (id !== undefined) {
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    parts.push(`attempt ${attempt}${attempt > 1 ? " (a repeat)" : ""}`);
  }
  process.stdout.write(`${parts.join("  ")}\n`);
  return { status: 200, headers: {}, body: Buffer.from("ok\n") };
}

interface Delivery {
  body: string;
  headers: Record<string, string>;
}

function describeSignature(secrets: string[], delivery: Delivery): string {
  const faults = secrets.map((secret) => findFault(secret, delivery));
  const stream = { stream: process.stdout };
  if (faults.includes(undefined)) return styleText("green", "signature holds", stream);
  return styleText("red", `SIGNATURE WRONG (${printable(faults[0])})`, stream);
}

/** The reason why a signature is not valid for this secret; undefined if it is. */
function findFault(secret: string, { body, headers }: Delivery): string | undefined {
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

runMain(main);
