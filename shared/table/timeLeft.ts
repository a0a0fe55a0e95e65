import { AsyncLocalStorage } from "node:async_hooks";

/** Reserved for one try. Only a try without an answer takes longer: the SDK's timeout is 8 seconds. */
const TRY_MS = 5000;

const ends = new AsyncLocalStorage<number>();

/**
 * Does work for which a caller waits until `end`, in milliseconds since 1970. A transaction that could take
 * longer is not started: the caller would be told that nothing was written.
 */
export function endingBy<Result>(end: number, work: () => Promise<Result>): Promise<Result> {
  return ends.run(end, work);
}

/** Whether a try that begins now would end in time. */
export function hasTimeLeft(): boolean {
  return Date.now() + TRY_MS <= (ends.getStore() ?? Number.POSITIVE_INFINITY);
}
