import { AsyncLocalStorage } from "node:async_hooks";
import { clientSettings } from "../awsClient.ts";
import { Overloaded } from "../errors.ts";

/** Reserved for one try. Only a try without an answer takes longer: the SDK's timeout is 8 seconds. */
const TRY_MS = 5000;

/** Time-out of requests that can be given up: a twentieth of the usual one. */
const QUICK_MS = Math.min(2000, clientSettings.requestHandler.requestTimeout / 20);

interface Deadline {
  /** Milliseconds since 1970. */
  end: number;
  signal: AbortSignal;
}

const deadlines = new AsyncLocalStorage<Deadline | undefined>();

/**
 * Does work for which a caller waits until `end`, in milliseconds since 1970. Then, requests to the table throw
 * Overloaded. A transaction that could take longer is not started: the caller would be told that nothing was written.
 */
export async function endingBy<Result>(end: number, work: () => Promise<Result>): Promise<Result> {
  if (!Number.isFinite(end)) return await work();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.max(0, end - Date.now()));
  try {
    return await deadlines.run({ end, signal: late.signal }, work);
  } finally {
    clearTimeout(timer);
  }
}

/** Does some work whose requests are given up if they are not answered quickly. */
export async function quickly<Result>(work: () => Promise<Result>): Promise<Result> {
  return await endingBy(Date.now() + QUICK_MS, work);
}

/** Does work that has to be done even if the deadline has passed. */
export function beyondDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return deadlines.run(undefined, work);
}

/** Whether a try that begins now would end in time. */
export function hasTimeLeft(): boolean {
  return Date.now() + TRY_MS <= (deadlines.getStore()?.end ?? Number.POSITIVE_INFINITY);
}

/** Waits for some work at most until the deadline, which aborts the signal; then throws Overloaded. */
export async function untilDeadline<Result>(
  work: (signal?: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { signal } = deadlines.getStore() ?? {};
  if (!signal) return await work();
  if (signal.aborted) throw tooLong();
  const { promise: late, reject } = Promise.withResolvers<never>();
  // An error of its own: ElectroDB adds properties to it, which it can't do twice.
  const abort = () => reject(tooLong());
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work(signal), late]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function tooLong() {
  return new Overloaded("The request takes too long");
}
