import { optionalEnv } from "./env.ts";

/** The namespace of the functions' own metrics; each stage appends its name. */
export const METRIC_NAMESPACE = "ResellerMonitoring";
/** Seconds between the due time of a check and its start. */
export const LATENESS = "LatenessSeconds";

/** Requests that DynamoDB or SQS throttled. The client retries them. */
export const THROTTLED = "ThrottledCalls";

/** Calls of one version that failed without an error of Lambda. An alarm compares them with its calls. */
export const FAILED_CALLS = "FailedCalls";

/** A metric with such a name is in seconds; all others are counts. */
const SECONDS = /Seconds$/;

/**
 * Records metrics of the function, each with one value or several, as log lines in CloudWatch's
 * embedded metric format: no request is made. CloudWatch takes 100 values of a metric in a line.
 */
export function putMetrics(metrics: Record<string, number | number[]>) {
  const line = Object.entries(metrics).flatMap(([name, value]) => {
    const values = Array.isArray(value) ? value : [value].filter((single) => single !== 0);
    return values.length > 0 ? [[name, values.length === 1 ? values[0] : values] as const] : [];
  });
  if (line.length > 0) writeLine(Object.fromEntries(line));
}

/** Counts a failed call, by the function's version. */
export function countFailedCall() {
  const FunctionVersion = optionalEnv("AWS_LAMBDA_FUNCTION_VERSION") ?? "local";
  writeLine({ [FAILED_CALLS]: 1 }, { FunctionVersion });
}

function writeLine(values: Record<string, unknown>, dimensions: Record<string, string> = {}) {
  const Metrics = Object.keys(values).map((Name) => ({
    ...{ Name, Unit: SECONDS.test(Name) ? "Seconds" : "Count" },
  }));
  const Namespace = optionalEnv("METRIC_NAMESPACE") ?? METRIC_NAMESPACE;
  const Dimensions = [["FunctionName", ...Object.keys(dimensions)]];
  const metadata = {
    Timestamp: Date.now(),
    CloudWatchMetrics: [{ Namespace, Dimensions, Metrics }],
  };
  const FunctionName = optionalEnv("AWS_LAMBDA_FUNCTION_NAME") ?? "local";
  const line = { _aws: metadata, FunctionName, ...dimensions, ...values };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Whole seconds between the due time of a check and `now` (milliseconds). */
export function secondsLate({ due_at }: { due_at: string }, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(due_at)) / 1000));
}
