import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
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

/** Calls a function by its name. */
export type Invoke = (name: string, event: unknown) => Promise<unknown>;

/** Calls functions in this process as Lambda does: event and result pass through JSON. */
export function invoker(functions: LocalFunction[]): Invoke {
  return async (name, event) => {
    const definition = functions.find((each) => each.name === name);
    if (!definition) throw new Error(`The stack has no function ${name}`);
    const handler = await importHandler(definition);
    const answer = handler(asJson(event), createContext(definition));
    return asJson(await endAfter(definition.timeoutSeconds, answer));
  };
}

/** Imports the module of a function, if no earlier call has. */
export async function importHandler({ entry }: LocalFunction): Promise<Handler> {
  const { handler } = await import(pathToFileURL(entry).href);
  if (typeof handler !== "function") throw new Error(`${entry} does not export a handler`);
  return handler;
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
interface Endpoints {
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
 * endpoints. Call it before a function is imported: modules read the environment when they load. Throws a
 * Problem when two functions need different values of a variable.
 */
export function setEnvironment(functions: LocalFunction[], endpoints: Endpoints) {
  prepareSdk();
  const owners = new Map<string, string>();
  for (const { name, environment } of functions) {
    for (const [variable, value] of Object.entries(environment)) {
      const own = urlOf(value, endpoints);
      const other = owners.get(variable);
      if (other !== undefined && process.env[variable] !== own) {
        throw new Problem(
          `${other} and ${name} want different values of ${variable}: on one machine all ` +
            "functions share a process, so give one of the two another name.",
        );
      }
      owners.set(variable, name);
      process.env[variable] = own;
    }
  }
  process.env["AWS_ENDPOINT_URL_DYNAMODB"] = endpoints.database;
  process.env["AWS_ENDPOINT_URL_SQS"] = endpoints.queues.url;
  process.env["AWS_ENDPOINT_URL_LAMBDA"] = endpoints.lambda.url;
  process.env["AWS_ENDPOINT_URL_SECRETS_MANAGER"] = endpoints.secrets.url;
  process.env["AWS_ENDPOINT_URL_SESV2"] = endpoints.mail.url;
  // A hundred requests at once share a processor here: a short time-out would only do their work twice.
  process.env["REQUEST_TIMEOUT_MS"] ||= "10000";
}

const OF_AWS_ALONE = [
  "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
  "AWS_USE_FIPS_ENDPOINT",
  "AWS_USE_DUALSTACK_ENDPOINT",
];

/**
 * Makes the AWS SDK of this process use local endpoints. A shell that is set up for AWS would make it use the real
 * account, and a profile whose login has expired would keep the service from starting.
 */
function prepareSdk() {
  for (const name of OF_AWS_ALONE) process.env[name] = "false";
  delete process.env["AWS_PROFILE"];
  process.env["AWS_REGION"] = "eu-west-1";
  process.env["AWS_ACCESS_KEY_ID"] = "local";
  process.env["AWS_SECRET_ACCESS_KEY"] = "local";
}

function urlOf(value: Variable, { queues, api }: Endpoints): string {
  if (typeof value === "string") return value;
  return "queue" in value ? queues.queueUrl(value.queue) : api;
}
