import { AsyncLocalStorage } from "node:async_hooks";
import { optionalEnv } from "./env.ts";
import { readableStack } from "./stack.ts";

/** Of the metrics that functions count themselves. */
export const METRIC_NAMESPACE = "ResellerMonitoring";

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

/**
 * Counts something in CloudWatch, by the name of the function it happens in. It is a log line in
 * CloudWatch's embedded metric format: no request is made, and on one machine it is just that.
 */
export function countMetric(name: string, value: number) {
  const metrics = [{ Name: name, Unit: "Count" }];
  const Dimensions = [["FunctionName"]];
  const metadata = {
    Timestamp: Date.now(),
    CloudWatchMetrics: [{ Namespace: METRIC_NAMESPACE, Dimensions, Metrics: metrics }],
  };
  const FunctionName = optionalEnv("AWS_LAMBDA_FUNCTION_NAME") ?? "local";
  process.stdout.write(`${JSON.stringify({ _aws: metadata, FunctionName, [name]: value })}\n`);
}
