import { optionalEnv } from "./env.ts";

/** Of the metrics that functions count themselves. */
export const METRIC_NAMESPACE = "ResellerMonitoring";

type Level = "info" | "warn" | "error";

/**
 * Writes one line of JSON to standard output, which CloudWatch takes as it stands. Never give it
 * a header, a body or a key.
 */
export function log(level: Level, message: string, fields: Record<string, unknown> = {}) {
  const line = { level, time: new Date().toISOString(), message, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** What a log line says of something thrown. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  const { name, message, stack, cause } = error;
  return { error: name, error_message: message, stack, cause: cause && String(cause) };
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
