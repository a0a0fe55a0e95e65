import { optionalEnv } from "./env.ts";

/** The namespace of the functions' own metrics; each stage appends its name. */
export const METRIC_NAMESPACE = "ResellerMonitoring";
/** Seconds between the due time of a check and its start. */
export const LATENESS = "LatenessSeconds";

/** Checks that started; checks that failed or found a fault; feed items that were written. */
export const CHECKS = "Checks";
export const FAILURES = "Failures";
export const FEED_ITEMS = "FeedItems";
/** Requests that DynamoDB or SQS throttled. The client retries them. */
export const THROTTLED = "ThrottledCalls";

/** Calls of one version that failed without an error of Lambda. An alarm compares them with its calls. */
export const FAILED_CALLS = "FailedCalls";

/** Figures that no alarm watches: they are in the log line, but no metric, which would cost by the month. */
const ONLY_LOGGED = new Set([FAILURES, FEED_ITEMS, "Rounds"]);

/** Maximum values of a metric in one line, set by CloudWatch. */
const MOST_VALUES = 100;

/** A metric with such a name is in seconds; all others are counts. */
const SECONDS = /Seconds$/;

/**
 * Records metrics of the function, each with one value or several, as log lines in CloudWatch's
 * embedded metric format: no request is made.
 */
export function putMetrics(metrics: Record<string, number | number[]>) {
  for (let first = 0; ; first += MOST_VALUES) {
    const line = Object.entries(metrics).flatMap(([name, value]) => {
      const values = Array.isArray(value) ? value : [value].filter((single) => single !== 0);
      const some = values.slice(first, first + MOST_VALUES);
      return some.length > 0 ? [[name, some.length === 1 ? some[0] : some] as const] : [];
    });
    if (line.length === 0) return;
    writeLine(Object.fromEntries(line));
  }
}

/** Counts a failed call, by the function's version. */
export function countFailedCall() {
  const FunctionVersion = optionalEnv("AWS_LAMBDA_FUNCTION_VERSION") ?? "local";
  writeLine({ [FAILED_CALLS]: 1 }, { FunctionVersion });
}

function writeLine(values: Record<string, unknown>, dimensions: Record<string, string> = {}) {
  const Metrics = Object.keys(values)
    .filter((name) => !ONLY_LOGGED.has(name))
    .map((Name) => ({ Name, Unit: SECONDS.test(Name) ? "Seconds" : "Count" }));
  const Namespace = optionalEnv("METRIC_NAMESPACE") ?? METRIC_NAMESPACE;
  const Dimensions = [["FunctionName", ...Object.keys(dimensions)]];
  const metadata = {
    Timestamp: Date.now(),
    CloudWatchMetrics: Metrics.length > 0 ? [{ Namespace, Dimensions, Metrics }] : [],
  };
  const FunctionName = optionalEnv("AWS_LAMBDA_FUNCTION_NAME") ?? "local";
  const line = { _aws: metadata, FunctionName, ...dimensions, ...values };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Whole seconds between the due time of a check and `now` (milliseconds). */
export function secondsLate({ due_at }: { due_at: string }, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(due_at)) / 1000));
}
