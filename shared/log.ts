import { AsyncLocalStorage } from "node:async_hooks";
import { optionalEnv } from "./env.ts";
import { readableStack } from "./stack.ts";

type Level = "info" | "warn" | "error";
type Fields = Record<string, unknown>;

const surroundings = new AsyncLocalStorage<Fields>();

/**
 * Does some work, whose log lines have these fields, however deep they are written: the id of the
 * request, message or record that it is about, and whose that is.
 */
export function withLogFields<Result>(fields: Fields, work: () => Result): Result {
  return surroundings.run({ ...surroundings.getStore(), ...fields }, work);
}

/** Gives the lines of the work that is being done further fields, once they are known. */
export function addLogFields(fields: Fields) {
  Object.assign(logFields(), fields);
}

/** The fields that lines have here. */
export function logFields(): Fields {
  return surroundings.getStore() ?? {};
}

/**
 * Writes one line of JSON to standard output, which CloudWatch takes as it stands. Never give it
 * a header, a body or a key.
 */
export function log(level: Level, message: string, fields: Fields = {}) {
  const time = new Date().toISOString();
  const function_version = optionalEnv("AWS_LAMBDA_FUNCTION_VERSION");
  const line = { level, time, message, ...logFields(), ...fields, function_version };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** What a log line says of something thrown. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack = "", cause } = error;
  return {
    error: name,
    error_message: message,
    stack: readableStack(stack),
    cause: cause && String(cause),
  };
}
