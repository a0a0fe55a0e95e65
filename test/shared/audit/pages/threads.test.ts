import { expect, onTestFinished, test, vi } from "vitest";
import { TooExpensive } from "../../../../shared/audit/pages/threads.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { thoroughly } from "../../../support/runs.ts";
import { hang, type Job, keptWork, work } from "./works.ts";

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

test("work ends at its deadline, even while it is busy", async () => {
  await expect(hang(undefined)).rejects.toThrow(new TooExpensive("time"));
});

test("a thread does one piece of work after another, each with its own limits", async () => {
  const pieces: number[] = [];
  // Two of them together are beyond the limit of one.
  for (const burnMs of [0, 350, 350, 0]) pieces.push(await keptWork({ burnMs }));
  expect(pieces).toEqual([1, 2, 3, 4]);
}, 120_000);

test("a thread without work for a minute ends", async () => {
  // Ends those that the test before has left.
  await Promise.allSettled([1, 2].map(() => keptWork({ fails: true })));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await keptWork({})).toBe(1);
  vi.advanceTimersByTime(59_000);
  expect(await keptWork({})).toBe(2);
  vi.advanceTimersByTime(59_000);
  expect(await keptWork({})).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(await keptWork({})).toBe(1);
});
