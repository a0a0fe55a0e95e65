import { setTimeout } from "node:timers/promises";

/**
 * What the work comes to, or undefined when that is not known by the deadline (Date.now()
 * milliseconds): it is then not waited for any longer.
 */
export async function inTime<Result>(
  deadline: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const done = new AbortController();
  const late = setTimeout(Math.max(0, deadline - Date.now()), undefined, { signal: done.signal });
  try {
    return await Promise.race([work, late.catch(() => undefined)]);
  } finally {
    done.abort();
  }
}
