import { afterEach, expect, test, vi } from "vitest";
import { EndedForMemory, hasRoom } from "../../../functions/audit/threadMemory.ts";
import { keptWork, STAYING } from "./limitedThread/works.ts";

afterEach(() => void vi.unstubAllEnvs());

const giveMb = (megabytes: string) => vi.stubEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", megabytes);

/** Resolves once this many threads hold their memory. */
async function stayingThreads(count: number) {
  const channel = new BroadcastChannel(STAYING);
  const { promise, resolve } = Promise.withResolvers<void>();
  let staying = 0;
  channel.onmessage = () => {
    staying += 1;
    if (staying === count) resolve();
  };
  await promise;
  channel.close();
}

test("the largest of several threads that take too much memory ends, and the last one goes on", async () => {
  giveMb("1000000");
  const ending = new AbortController();
  const staying = stayingThreads(2);
  const large = keptWork({ holdMb: 30, stays: true });
  const small = keptWork({ stays: true }, ending.signal);
  const end = vi.fn();
  small.catch(end);
  await staying;
  giveMb("1");
  await expect(large).rejects.toBeInstanceOf(EndedForMemory);
  expect(end).not.toHaveBeenCalled();
  ending.abort(new Error("the test is over"));
  await expect(small).rejects.toThrow("the test is over");
});

test("there is room while the process is well within its memory, or without a bound", () => {
  giveMb("1");
  expect(hasRoom()).toBe(false);
  giveMb("1000000");
  expect(hasRoom()).toBe(true);
  giveMb("");
  expect(hasRoom()).toBe(true);
});
