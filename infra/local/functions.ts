import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import type { Context } from "aws-lambda";
import type { LocalFunction } from "./service.ts";

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** The stack's functions in this process, imported when they are first called. */
export class Functions {
  readonly #functions: Map<string, LocalFunction>;
  readonly #handlers = new Map<string, Promise<Handler>>();

  constructor(functions: LocalFunction[]) {
    this.#functions = new Map(functions.map((each) => [each.name, each]));
  }

  get names(): string[] {
    return [...this.#functions.keys()].sort();
  }

  /** Imports all of them, so that a mistake in one shows at the start and no first call waits. */
  async load() {
    await Promise.all(this.names.map((name) => this.#handler(name)));
  }

  /** Calls one as Lambda does: event and result are JSON on the way in and out. */
  async invoke(name: string, event: unknown): Promise<unknown> {
    const handler = await this.#handler(name);
    return asJson(await handler(asJson(event), createContext(this.#get(name))));
  }

  #handler(name: string): Promise<Handler> {
    const known = this.#handlers.get(name);
    if (known) return known;
    const handler = importHandler(this.#get(name));
    this.#handlers.set(name, handler);
    return handler;
  }

  #get(name: string): LocalFunction {
    const found = this.#functions.get(name);
    if (!found) throw new Error(`The stack has no function ${name}`);
    return found;
  }
}

async function importHandler({ entry }: LocalFunction): Promise<Handler> {
  const { handler } = await import(pathToFileURL(entry).href);
  if (typeof handler !== "function") throw new Error(`${entry} does not export a handler`);
  return handler;
}

function asJson(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function createContext({ name, timeoutSeconds }: LocalFunction): Context {
  const deadline = Date.now() + timeoutSeconds * 1000;
  const unsupported = () => {
    throw new Error("Node 24 on Lambda knows no done, fail and succeed: return a promise");
  };
  return {
    awsRequestId: randomUUID(),
    callbackWaitsForEmptyEventLoop: true,
    functionName: name,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: "local",
    memoryLimitInMB: "512",
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: unsupported,
    fail: unsupported,
    succeed: unsupported,
  };
}
