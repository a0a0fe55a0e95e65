import { AsyncLocalStorage } from "node:async_hooks";

const answering = new AsyncLocalStorage<string>();

/** Does the work of a request whose answer is stored under this digest of its idempotency key. */
export function answeringAs<Result>(digest: string, work: () => Result): Result {
  return answering.run(digest, work);
}

/** Where the answer to the current request is stored; undefined if it is not. */
export function currentAnswer(): string | undefined {
  return answering.getStore();
}
