import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { styleText } from "node:util";
import { Webhook } from "standardwebhooks";
import {
  escapeForTerminal,
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
runMain(async (onSignal) => {
  const options = {
    port: { type: "string", default: "4100" },
    secret: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  const { help, port, secret } = readArguments({ options }, "see --help").values;
  if (help) return void process.stdout.write(HELP);
  let webhook = secret === undefined ? undefined : webhookOf(secret);
  const address = { port: readPort("--port", port), setting: "--port " };
  const ended = new Promise<void>((resolve) => onSignal(() => resolve()));
  const server = await startServer((request) => receive(request, webhook), address);
  const url = `http://localhost:${server.port}`;
  webhook ??= webhookOf(await register(url));
  process.stdout.write(`Listening on ${url}; Ctrl-C stops it.\n\n`);
  await ended;
  await server.close(GRACE_MS);
  process.exit(0);
});

function webhookOf(secret: string): Webhook {
  try {
    return new Webhook(secret);
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

/** Prints a line for a delivery as it arrives. */
async function receive(request: IncomingMessage, webhook?: Webhook): Promise<ApiResponse> {
  const body = (await buffer(request)).toString();
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const parts = [
    new Date().toTimeString().slice(0, 8),
    escapeForTerminal(typeOf(body)).padEnd(19),
    escapeForTerminal(headers["webhook-id"] ?? "-"),
    describeSignature(() => webhook?.verify(body, headers, { jsonParse: false })),
  ];
  process.stdout.write(`${parts.join("  ")}\n`);
  return { status: 200, headers: {}, body: Buffer.from("ok\n") };
}

function describeSignature(verify: () => unknown): string {
  const stream = { stream: process.stdout };
  try {
    verify();
    return styleText("green", "signature holds", stream);
  } catch (error) {
    const said = escapeForTerminal(error instanceof Error ? error.message : String(error));
    return styleText("red", `SIGNATURE WRONG (${said})`, stream);
  }
}

function typeOf(body: string): string {
  try {
    return String(JSON.parse(body)?.type ?? "-");
  } catch {
    return "not JSON";
  }
}
