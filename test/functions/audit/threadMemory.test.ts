import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import {
  EndedForMemory,
  hasRoom,
  keepWithinMemory,
} from "../../../functions/audit/threadMemory.ts";
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

test("a thread ends only after the one before has freed its memory, and one that was put off ends last", async () => {
  giveMb("1000000");
  const seen: string[] = [];
  const hold = (name: string, count: number, endsLast = false) => {
    const code = `const held = new Array(${count}).fill(0).map(() => ({}));
      setInterval(() => held, 1e9);
      require("node:worker_threads").parentPort.postMessage("holds");`;
    const worker = new Worker(code, { eval: true });
    const holds = once(worker, "message");
    const gone = new Promise((resolve) => worker.once("exit", resolve));
    const end = async () => {
      seen.push(`${name} is to end`);
      letGo();
      // A busy thread ends late: after the memory was read again.
      await pause(400);
      seen.push(`${name} ends`);
      await worker.terminate();
    };
    const letGo = keepWithinMemory(worker, { end, endsLast });
    return { worker, holds, gone, letGo };
  };
  const [largest, large, small] = [
    hold("largest, which was put off", 300_000, true),
    hold("large", 100_000),
    hold("small", 1),
  ];
  await Promise.all([largest.holds, large.holds, small.holds]);
  giveMb("1");
  await Promise.all([large.gone, small.gone]);
  largest.letGo();
  await largest.worker.terminate();
  expect(seen).toEqual(["large is to end", "large ends", "small is to end", "small ends"]);
});

test("there is room while the process is well within its memory, or without a bound", () => {
  giveMb("1");
  expect(hasRoom()).toBe(false);
  giveMb("1000000");
  expect(hasRoom()).toBe(true);
  giveMb("");
  expect(hasRoom()).toBe(true);
});
