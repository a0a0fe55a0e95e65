import { optionalEnv } from "./env.ts";

/** The namespace of the functions' own metrics; each stage appends its name. */
export const METRIC_NAMESPACE = "ResellerMonitoring";
/** Seconds between the due time of a check and its start. */
export const LATENESS = "LatenessSeconds";

/** Checks that were started, checks that found a fault or could not be done, and the feed items written. */
export const CHECKS = "Checks";
export const FAILURES = "Failures";
export const FEED_ITEMS = "FeedItems";
/** Checks that were postponed for lack of time or memory. */
export const POSTPONED = "Postponed";
/** Requests that DynamoDB or SQS throttled; they are retried. */
export const THROTTLED = "ThrottledCalls";

/** The most values of a metric that CloudWatch takes in one line. */
const MOST_VALUES = 100;

/** A metric whose name ends like this is measured in seconds, any other is a count. */
const SECONDS = /Seconds$/;

/**
 * Puts metrics of the function into CloudWatch, each with one value or several. They are log lines in
 * the embedded metric format, so no request is made.
 */
export function putMetrics(given: Record<string, number | number[]>) {
  for (let first = 0; ; first += MOST_VALUES) {
    const line = Object.entries(given).flatMap(([name, value]) => {
      const values = Array.isArray(value) ? value : [value].filter((single) => single !== 0);
      const some = values.slice(first, first + MOST_VALUES);
      return some.length > 0 ? [[name, some.length === 1 ? some[0] : some] as const] : [];
    });
    if (line.length === 0) return;
    writeLine(Object.fromEntries(line));
  }
}

function writeLine(values: Record<string, unknown>) {
  const Metrics = Object.keys(values).map((Name) => ({
    Name,
    Unit: SECONDS.test(Name) ? "Seconds" : "Count",
  }));
  const Namespace = optionalEnv("METRIC_NAMESPACE") ?? METRIC_NAMESPACE;
  const metadata = {
    Timestamp: Date.now(),
    CloudWatchMetrics: [{ Namespace, Dimensions: [["FunctionName"]], Metrics }],
  };
  const FunctionName = optionalEnv("AWS_LAMBDA_FUNCTION_NAME") ?? "local";
  process.stdout.write(`${JSON.stringify({ _aws: metadata, FunctionName, ...values })}\n`);
}

/** Whole seconds between the due time of a check and `now` (milliseconds). */
export function secondsLate({ due_at }: { due_at: string }, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(due_at)) / 1000));
}
