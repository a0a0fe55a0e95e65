import { expect, onTestFinished, test, vi } from "vitest";
import { TooExpensive } from "../../../../functions/audit/limitedThread.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { thoroughly } from "../../../support/runs.ts";
import { hoard, type Job, keptWork, work } from "./works.ts";

test("work is done in a thread that has the environment and the access of this process", async () => {
  process.env["GUARDED_TEST"] = "here";
  expect(await work("answer")).toEqual({ job: "answer", local: false, environment: "here" });
  allowLocalAddresses();
  expect(await work("answer")).toMatchObject({ local: true });
});

test("what it throws is thrown, and what it logs is logged before", async () => {
  const write = vi.spyOn(process.stdout, "write");
  onTestFinished(() => write.mockRestore());
  await expect(work("throw")).rejects.toThrow("what it says");
  const lines = write.mock.calls.map(([line]) => String(line));
  expect(lines.filter((line) => line.includes("the job is throw"))).toHaveLength(1);
});

test("work that is too expensive ends, and other work goes on", async () => {
  const few: [Job, reason?: string][] = [["backtrack", "processor time"], ["answer"]];
  const all: typeof few = [...few, ["loop", "processor time"], ["answer"]];
  const jobs = thoroughly(all, few);
  const ended = await Promise.allSettled(jobs.map(([job]) => work(job)));
  for (const [index, [, reason]] of jobs.entries()) {
    const { status, reason: error } = ended[index] as PromiseRejectedResult;
    expect(status).toBe(reason ? "rejected" : "fulfilled");
    if (!reason) continue;
    expect(error).toBeInstanceOf(TooExpensive);
    expect(error.message).toContain(reason);
  }
});

test("work that takes too much memory ends", async () => {
  const error = await hoard(undefined).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(TooExpensive);
  expect(error).toMatchObject({ message: expect.stringContaining("memory") });
});

test("work ends with its signal, even while it is busy, and does not begin after it", async () => {
  const ending = new AbortController();
  const failed = work("loop", ending.signal);
  ending.abort(new Error("the website has moved"));
  await expect(failed).rejects.toThrow("the website has moved");
  await expect(work("answer", ending.signal)).rejects.toThrow("the website has moved");
});

test("a thread that ends without an answer has failed", async () => {
  await expect(work("end")).rejects.toThrow("The thread of test ended early");
});

test("the messages of Node's watch mode are ignored", async () => {
  vi.stubEnv("WATCH_REPORT_DEPENDENCIES", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await work("answer")).toMatchObject({ job: "answer" });
});

// Comes before the other tests of kept threads, which leave threads behind.
test("no thread is kept while memory is short", async () => {
  vi.stubEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect([await keptWork({}), await keptWork({})]).toEqual([1, 1]);
});

test("a kept thread does a number of pieces of work, each with its own limits", async () => {
  const pieces: number[] = [];
  // Two of them together are beyond the limit of one.
  for (const burnMs of [0, 350, 350, 0]) pieces.push(await keptWork({ burnMs }));
  expect(pieces).toEqual([1, 2, 3, 1]);
}, 120_000);

test("a thread does no more work after a failure", async () => {
  await keptWork({});
  await expect(keptWork({ fails: true })).rejects.toThrow("it fails");
  expect(await keptWork({})).toBe(1);
});

test("pieces of work at the same time have a thread each", async () => {
  expect(await Promise.all([keptWork({}), keptWork({})])).not.toContain(3);
});

test("a thread without work for a minute ends", async () => {
  await Promise.allSettled([1, 2, 3, 4].map(() => keptWork({ fails: true })));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await keptWork({})).toBe(1);
  vi.advanceTimersByTime(59_000);
  expect(await keptWork({})).toBe(2);
  vi.advanceTimersByTime(59_000);
  expect(await keptWork({})).toBe(3);
  expect(await keptWork({})).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(await keptWork({})).toBe(1);
});
