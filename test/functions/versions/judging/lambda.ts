import { text } from "node:stream/consumers";
import { entryOf } from "../../../../infra/bundling/entries.ts";
import { type LoopbackServer, listenOnLoopback } from "../../../../infra/local/http/loopback.ts";

export const OLD = "1";
export const NEW = "2";

// biome-ignore lint/suspicious/noExplicitAny: handlers of every kind
export type Handler = (event: any, context: any) => Promise<unknown>;

/** Runs versions of the real handlers as Lambda does, with a clock that only `pass` moves. */
export class Lambda {
  #passed = 0;
  readonly #spoilt = new Map<string, Handler>();

  readonly #start = Date.now();
  /** It stands still but for what `pass` adds: the machine's own speed is nothing that is measured. */
  readonly clock = { now: () => this.#start + this.#passed, sleep: async () => {} };

  /** Lets time pass for a call, as slow code does. */
  pass(ms: number) {
    this.#passed += ms;
  }

  /** Makes this a version of a function. */
  async spoil(folder: string, version: string, change: (good: Handler) => Handler) {
    this.#spoilt.set(`${folder} ${version}`, change(await handlerOf(folder)));
  }

  /** Calls a version; throws what the handler throws. */
  async call(folder: string, version: string, event: unknown): Promise<unknown> {
    const handler = this.#spoilt.get(`${folder} ${version}`) ?? (await handlerOf(folder));
    const context = { getRemainingTimeInMillis: () => 60_000 };
    const result = await handler(structuredClone(event), context);
    return result === undefined ? null : JSON.parse(JSON.stringify(result));
  }
}

async function handlerOf(folder: string): Promise<Handler> {
  return (await import(entryOf(folder))).handler;
}

const INVOCATION = /^\/2015-03-31\/functions\/(\w+)\/invocations\?Qualifier=(\w+)$/;

/** Lambda's API on loopback, for the checks of versions. A qualifier is a version or `live`, the old one. */
export async function serveLambda(current: () => Lambda): Promise<LoopbackServer> {
  return await listenOnLoopback("application/json", async (request) => {
    const [, folder = "", qualifier = ""] = INVOCATION.exec(request.url ?? "") ?? [];
    const event = JSON.parse(await text(request));
    try {
      const version = qualifier === "live" ? OLD : qualifier;
      return { status: 200, body: (await current().call(folder, version, event)) as object };
    } catch (error) {
      const headers = { "x-amz-function-error": "Unhandled" };
      return { status: 200, headers, body: { errorMessage: String(error) } };
    }
  });
}

/** CodeDeploy's API on loopback: it tells which function is deployed, and keeps what the hook says of it. */
export async function serveCodeDeploy(folderOf: () => string, say: (status: string) => void) {
  return await listenOnLoopback("application/x-amz-json-1.1", async (request) => {
    const target = String(request.headers["x-amz-target"]);
    const { status } = JSON.parse(await text(request));
    if (target.endsWith("PutLifecycleEventHookExecutionStatus")) {
      say(status);
      return { status: 200, body: {} };
    }
    const Properties = { Name: folderOf(), Alias: "live", CurrentVersion: OLD, TargetVersion: NEW };
    const resource = { Type: "AWS::Lambda::Function", Properties };
    const content = JSON.stringify({ version: 0, Resources: [{ [folderOf()]: resource }] });
    return { status: 200, body: { deploymentInfo: { revision: { string: { content } } } } };
  });
}
