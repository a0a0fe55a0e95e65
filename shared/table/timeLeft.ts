import { AsyncLocalStorage } from "node:async_hooks";

/** A try takes far less, unless DynamoDB does not answer: then the SDK gives up after 8 seconds. */
const TRY_MS = 5000;

const ends = new AsyncLocalStorage<number>();

/**
 * Does work for which a caller waits until `end`, in milliseconds since 1970. Its writes are not tried again
 * when their answer might come too late: the caller would be told that nothing was done.
 */
export function endingBy<Result>(end: number, work: () => Promise<Result>): Promise<Result> {
  return ends.run(end, work);
}

/** Whether another try would end in time. */
export function hasTimeLeft(): boolean {
  return Date.now() + TRY_MS <= (ends.getStore() ?? Number.POSITIVE_INFINITY);
}
