import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "aws-lambda";
import { Problem } from "../cli/terminal.ts";

/** The value of an environment variable; URLs of queues and of the API are filled in later. */
export type Variable = string | { queue: string } | { api: true };

export interface LocalFunction {
  /** The function's folder below `functions/`. */
  name: string;
  /** The absolute path of the module that exports `handler`. */
  entry: string;
  environment: Record<string, Variable>;
  timeoutSeconds: number;
}

type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** Runs the stack's functions in this process; imports each on its first call. */
export class Functions {
  readonly #functions: Map<string, LocalFunction>;
  readonly #handlers = new Map<string, Promise<Handler>>();

  constructor(functions: LocalFunction[]) {
    this.#functions = new Map(functions.map((each) => [each.name, each]));
  }

  get names(): string[] {
    return [...this.#functions.keys()].sort();
  }

  /** Imports all functions, so that errors show at the start and no first call is slow. */
  async load() {
    await Promise.all(this.names.map((name) => this.#handler(name)));
  }

  /** Calls a function as Lambda does: event and result pass through JSON. */
  async invoke(name: string, event: unknown): Promise<unknown> {
    const handler = await this.#handler(name);
    const { timeoutSeconds } = this.#get(name);
    const answer = handler(asJson(event), createContext(this.#get(name)));
    return asJson(await endAfter(timeoutSeconds, answer));
  }

  #handler(name: string): Promise<Handler> {
    const handler = this.#handlers.get(name) ?? importHandler(this.#get(name));
    this.#handlers.set(name, handler);
    return handler;
  }

  #get(name: string): LocalFunction {
    const definition = this.#functions.get(name);
    if (!definition) throw new Error(`The stack has no function ${name}`);
    return definition;
  }
}

/**
 * Ends a call at its function's time-out, as Lambda does, so that a call that never ends does not
 * block a worker for ever. The result of a later end is lost.
 */
async function endAfter<Result>(seconds: number, answer: Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  const late = sleep(seconds * 1000, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new Error(`Task timed out after ${seconds} seconds`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
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

/** What the functions use of Lambda's context. */
function createContext({ timeoutSeconds }: LocalFunction): Context {
  const deadline = Date.now() + timeoutSeconds * 1000;
  const context: Partial<Context> = {
    awsRequestId: randomUUID(),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  return context as Context;
}

/** Where the AWS SDK finds what the functions use. */
export interface Endpoints {
  database: string;
  queues: { url: string; queueUrl(queue: string): string };
  secrets: { url: string };
  mail: { url: string };
  lambda: { url: string };
  /** The base URL of the API. */
  api: string;
}

/**
 * Sets the environment of the functions in this process, and points the AWS SDK to the local
 * endpoints. Call it before a function is imported: modules read the environment when they load.
 */
export function setEnvironment(
  functions: LocalFunction[],
  { database, queues, secrets, mail, lambda, api }: Endpoints,
) {
  prepareSdk();
  for (const [name, value] of Object.entries(mergeEnvironments(functions))) {
    process.env[name] = urlOf(value, { queues, api });
  }
  process.env["AWS_ENDPOINT_URL_DYNAMODB"] = database;
  process.env["AWS_ENDPOINT_URL_SQS"] = queues.url;
  process.env["AWS_ENDPOINT_URL_LAMBDA"] = lambda.url;
  process.env["AWS_ENDPOINT_URL_SECRETS_MANAGER"] ||= secrets.url;
  // A developer may use another mail server.
  process.env["AWS_ENDPOINT_URL_SESV2"] ||= mail.url;
  // A hundred requests at once share a processor here: a short time-out would only do their work twice.
  process.env["REQUEST_TIMEOUT_MS"] ||= "10000";
}

/** Makes the AWS SDK of this process use local endpoints, whatever the shell is set up for. */
function prepareSdk() {
  process.env["AWS_REGION"] ||= process.env["AWS_DEFAULT_REGION"] || "eu-west-1";
  // A shell or profile that is set up for AWS may make the SDK ignore these endpoints and use the
  // real account.
  for (const name of OF_AWS_ALONE) process.env[name] = "false";
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE } = process.env;
  const isForeign = Boolean(process.env["AWS_ENDPOINT_URL_DYNAMODB"]);
  if (isForeign && (AWS_ACCESS_KEY_ID || AWS_PROFILE)) return;
  // The embedded database takes any credentials. With a profile, the SDK would use the network, and an
  // expired login would keep the service from starting.
  delete process.env["AWS_PROFILE"];
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) return;
  process.env["AWS_ACCESS_KEY_ID"] = "local";
  process.env["AWS_SECRET_ACCESS_KEY"] = "local";
}

const OF_AWS_ALONE = [
  "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
  "AWS_USE_FIPS_ENDPOINT",
  "AWS_USE_DUALSTACK_ENDPOINT",
];

function urlOf(value: Variable, { queues, api }: Pick<Endpoints, "queues" | "api">): string {
  if (typeof value === "string") return value;
  return "queue" in value ? queues.queueUrl(value.queue) : api;
}

/** One environment for all functions; throws when two need different values of a variable. */
function mergeEnvironments(functions: LocalFunction[]): Record<string, Variable> {
  const merged = new Map<string, { value: Variable; by: string }>();
  for (const { name: by, environment } of functions) {
    for (const [variable, value] of Object.entries(environment)) {
      const earlier = merged.get(variable);
      if (earlier && !isDeepStrictEqual(earlier.value, value)) {
        throw new Problem(
          `${earlier.by} and ${by} want different values of ${variable}: on one machine all ` +
            "functions share a process, so give one of the two another name.",
        );
      }
      merged.set(variable, { value, by });
    }
  }
  return Object.fromEntries([...merged].map(([variable, { value }]) => [variable, value]));
}
