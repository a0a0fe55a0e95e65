import { optionalEnv } from "./env.ts";
import { METRIC_NAMESPACE } from "./log.ts";

/** CloudWatch takes so many values of a metric in a line. */
const MOST_VALUES = 100;

/** What a metric is measured in, as CloudWatch calls it; a name ends with it where it is a time. */
const SECONDS = /Seconds$/;

/**
 * Puts metrics of the function into CloudWatch, several values of one where there are some: a log
 * line in CloudWatch's embedded metric format, so that no request is made.
 */
export function putMetrics(given: Record<string, number | number[]>) {
  const values = Object.entries(given).filter(([, value]) => value !== 0 && sizeOf(value) > 0);
  if (values.length === 0) return;
  const Metrics = values.map(([Name]) => ({
    Name,
    Unit: SECONDS.test(Name) ? "Seconds" : "Count",
  }));
  const metadata = {
    Timestamp: Date.now(),
    CloudWatchMetrics: [{ Namespace: METRIC_NAMESPACE, Dimensions: [["FunctionName"]], Metrics }],
  };
  const FunctionName = optionalEnv("AWS_LAMBDA_FUNCTION_NAME") ?? "local";
  const limited = Object.fromEntries(
    values.map(([name, value]) => [name, Array.isArray(value) ? some(value) : value]),
  );
  process.stdout.write(`${JSON.stringify({ _aws: metadata, FunctionName, ...limited })}\n`);
}

/** How long after it was due something is begun, at a time in milliseconds. */
export function secondsLate({ due_at }: { due_at: string }, now: number): number {
  return Math.max(0, Math.round((now - Date.parse(due_at)) / 1000));
}

function sizeOf(value: number | number[]): number {
  return Array.isArray(value) ? value.length : 1;
}

/** The highest values, where there are too many. */
function some(values: number[]): number[] {
  return values.toSorted((one, other) => other - one).slice(0, MOST_VALUES);
}
