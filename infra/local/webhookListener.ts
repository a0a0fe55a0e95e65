import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { styleText } from "node:util";
import { Webhook } from "standardwebhooks";
import { escapeForTerminal } from "../escapeForTerminal.ts";
import {
  type OnSignal,
  Problem,
  readArguments,
  runMain,
  WRONG_INPUT_EXIT_CODE,
} from "../terminal.ts";
import { readKey } from "./account.ts";
import { readDataDir } from "./dataDir.ts";
import { ask } from "./http/loopback.ts";
import type { ApiResponse } from "./http/payload.ts";
import { startServer } from "./http/server.ts";
import { findServer } from "./serverLock.ts";

const HELP = `Listens for webhooks on this machine, and prints a line for each.

  npm run webhook-listener -- [OPTIONS]

  --port 4100        where it listens
  --secret whsec_…   checks signatures with this secret; without it, the listener asks the service
                     for the secrets of the webhooks that send to it

DATA_DIR (default .local) says which service, as for npm start.
`;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
const ANSWER_TIMEOUT_MS = 5000;
const GRACE_MS = 1000;

/** `npm run webhook-listener`: until a signal ends it. */
async function main(onSignal: OnSignal) {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) return void process.stdout.write(HELP);
  const { secrets } = options;
  const dataDir = readDataDir();
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const receive = createReceiver({
    findSecrets: async () =>
      secrets.length > 0 ? secrets : await fetchSecrets({ dataDir, port: server.port }),
    now: Date.now,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  const server = await startServer(receive, { port: options.port, portOption: "--port " });
  const url = `http://localhost:${server.port}`;
  const { api = "$API" } = findServer(dataDir) ?? {};
  process.stdout.write(
    `Listening on ${url}; Ctrl-C stops it. Register it:\n\n` +
      `  curl -s ${api}/v1/webhooks -H 'api-key: ${readKey(dataDir) ?? "KEY"}' -H 'content-type: application/json' -d '${JSON.stringify({ endpoint: url })}'\n\n`,
  );
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
}

/** The options of the command line; undefined when it asks for help. Throws a Problem. */
export function readOptions(args: string[]) {
  const { values } = readArguments(
    {
      args,
      options: {
        port: { type: "string", default: "4100" },
        secret: { type: "string", multiple: true, default: [] },
        help: { type: "boolean", short: "h", default: false },
      },
    },
    "see --help",
  );
  if (values.help) return undefined;
  for (const secret of values.secret) {
    try {
      new Webhook(secret);
    } catch {
      throw wrongInput("--secret must be whsec_ and base64, as the API shows it.");
    }
  }
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw wrongInput(`--port must be a whole number from 0 to 65535, not "${values.port}".`);
  }
  return { port, secrets: values.secret };
}

function wrongInput(message: string) {
  return new Problem(message, WRONG_INPUT_EXIT_CODE);
}

interface ReceiverOptions {
  /** Throws a Problem if there are none. */
  findSecrets(): Promise<string[]>;
  now(): number;
  print(line: string): void;
}

/** A webhook's endpoint that prints a line for each delivery as it arrives. */
export function createReceiver(options: ReceiverOptions) {
  const { findSecrets, now, print } = options;
  const attempts = new Map<string, number>();
  let secrets: string[] = [];

  function countAttempt(id: string) {
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    return `attempt ${attempt}${attempt > 1 ? " (a repeat)" : ""}`;
  }

  /** Secrets are looked up again when the known ones don't match, because a webhook may be new. */
  async function describeSignature(body: string, headers: Record<string, string>) {
    const findFaults = () => secrets.map((secret) => findFault(secret, { body, headers }));
    const stream = { stream: process.stdout };
    try {
      if (!findFaults().includes(undefined)) secrets = await findSecrets();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return styleText("yellow", `signature not checked (${printable(error.message)})`, stream);
    }
    const faults = findFaults();
    if (faults.includes(undefined)) return styleText("green", "signature holds", stream);
    return styleText("red", `SIGNATURE WRONG (${printable(faults[0])})`, stream);
  }

  return async (request: IncomingMessage): Promise<ApiResponse> => {
    const body = (await buffer(request)).toString();
    const time = new Date(now()).toTimeString().slice(0, 8);
    if (request.method !== "POST") {
      const asked = `${request.method} ${printable(request.url)}`;
      print(`${time}  ${asked}: not a delivery, which would be a POST`);
      return respond(405);
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const id = headers["webhook-id"];
    const parts = [
      time,
      printable(typeOf(body)).padEnd(19),
      printable(id),
      await describeSignature(body, headers),
      ...(id === undefined ? [] : [countAttempt(id)]),
    ];
    print(parts.join("  "));
    return respond(200);
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

function respond(status: number): ApiResponse {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return { status, headers, body: Buffer.from(`${status}\n`) };
}

/**
 * Asks the service that runs on DATA_DIR for the secrets of the webhooks that lead to a port of
 * this machine; throws a Problem that says why there is none.
 */
export async function fetchSecrets({ dataDir, port }: { dataDir: string; port: number }) {
  const [server, key] = [findServer(dataDir), readKey(dataDir)];
  if (!server || !key) {
    throw new Problem(`no service runs on ${dataDir}: run "npm start" first, or use --secret`);
  }
  const get = async <Data>(path: string): Promise<Data> => {
    const url = `${server.api}/v1/webhooks${path}`;
    const asked = ask(url, { headers: { "api-key": key }, timeoutMs: ANSWER_TIMEOUT_MS });
    const { status, body } = await asked.catch(() => {
      throw new Problem(`${url} does not answer`);
    });
    if (status !== 200) throw new Problem(`${url} answered ${status}`);
    return JSON.parse(body).data;
  };
  const webhooks = (await get<{ uuid: string; endpoint: string }[]>("")).filter(({ endpoint }) => {
    const url = URL.parse(endpoint);
    return url && LOOPBACK.includes(url.hostname) && Number(url.port || 80) === port;
  });
  if (webhooks.length === 0) {
    throw new Problem(`no webhook has the endpoint http://localhost:${port}`);
  }
  return await Promise.all(
    webhooks.map(async ({ uuid }) => (await get<{ secret: string }>(`/${uuid}/secret`)).secret),
  );
}

if (import.meta.main) runMain(main);
