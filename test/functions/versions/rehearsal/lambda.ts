import { text } from "node:stream/consumers";
import { entryOf } from "../../../../infra/bundling/entries.ts";
import { type LoopbackServer, listenOnLoopback } from "../../../../infra/local/http/loopback.ts";

export const OLD = "1";
export const NEW = "2";

// biome-ignore lint/suspicious/noExplicitAny: handlers of every kind
export type Handler = (event: any, context: any) => Promise<unknown>;

/** A value of a metric as CloudWatch would have it. */
export interface Sample {
  folder: string;
  version: string;
  name: string;
  value: number;
  minute: number;
}

const NOMINAL_MS = 20;

/** Runs versions of the real handlers as Lambda does, with a clock that only `pass` moves. */
export class Lambda {
  readonly samples: Sample[] = [];
  minute = 0;
  calls = 0;
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

  /** Calls a version and counts the call; throws what the handler throws. */
  async call(folder: string, version: string, event: unknown): Promise<unknown> {
    const isNew = version === NEW;
    const handler = this.#spoilt.get(`${folder} ${version}`) ?? (await handlerOf(folder));
    const before = this.#passed;
    const said = listen();
    let errors = 0;
    this.calls += isNew ? 1 : 0;
    try {
      const result = await handler(structuredClone(event), {
        getRemainingTimeInMillis: () => 60_000,
      });
      return result === undefined ? null : JSON.parse(JSON.stringify(result));
    } catch (error) {
      errors = 1;
      throw error;
    } finally {
      const ms = NOMINAL_MS + this.#passed - before;
      this.#count(folder, version, { Invocations: 1, Errors: errors, Duration: ms, ...said() });
    }
  }

  /** Counts calls that went well, without making them. */
  countGood(folder: string, version: string, calls: number) {
    for (let made = 0; made < calls; made += 1) {
      this.#count(folder, version, { Invocations: 1, Errors: 0, Duration: NOMINAL_MS });
    }
  }

  #count(folder: string, version: string, values: Record<string, number>) {
    for (const [name, value] of Object.entries(values)) {
      this.samples.push({ folder, version, name, value, minute: this.minute });
    }
  }
}

async function handlerOf(folder: string): Promise<Handler> {
  return (await import(entryOf(folder))).handler;
}

/** Collects the metrics that a function writes to its log; returns those with a value. */
function listen(): () => Record<string, number> {
  const { write } = process.stdout;
  const metrics: Record<string, number> = {};
  process.stdout.write = ((chunk: unknown, ...rest: never[]) => {
    if (typeof chunk !== "string" || !chunk.startsWith('{"_aws"'))
      return write.call(process.stdout, chunk as string, ...rest);
    const { _aws, ...line } = JSON.parse(chunk);
    for (const { Name } of _aws.CloudWatchMetrics[0].Metrics) {
      metrics[Name] =
        (metrics[Name] ?? 0) + [line[Name]].flat().reduce((sum, each) => sum + each, 0);
    }
    return true;
  }) as typeof write;
  return () => {
    process.stdout.write = write;
    return metrics;
  };
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
