import { optionalEnv } from "./env.ts";

/** Of the metrics that functions count themselves; each stage has a part of it. */
export const METRIC_NAMESPACE = "ResellerMonitoring";
/** How long after they were due checks are begun. */
export const LATENESS = "LatenessSeconds";

/** Checks that were begun, those that found something amiss or could not be done, and what they wrote. */
export const CHECKS = "Checks";
export const FAILURES = "Failures";
export const FEED_ITEMS = "FeedItems";
/** Checks that were put off, since there was no time or no memory. */
export const POSTPONED = "Postponed";
/** Requests that DynamoDB or SQS refused for there being too many; they were made again. */
export const THROTTLED = "ThrottledCalls";

/** CloudWatch takes so many values of a metric in a line. */
const MOST_VALUES = 100;

/** What a metric is measured in, as CloudWatch calls it; a name ends with it where it is a time. */
const SECONDS = /Seconds$/;

/**
 * Puts metrics of the function into CloudWatch, several values of one where there are some: log lines
 * in CloudWatch's embedded metric format, so that no request is made.
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

/** How long after it was due something is begun, at a time in milliseconds. */
export function secondsLate({ due_at }: { due_at: string }, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(due_at)) / 1000));
}
