import { expect, test } from "vitest";
import { TooExpensive } from "../../../../shared/audit/pages/threads.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { thoroughly } from "../../../support/runs.ts";
import { hoard, type Job, keptWork, work } from "./works.ts";

test("work is done in a thread that has the environment and the access of this process", async () => {
  process.env["GUARDED_TEST"] = "here";
  expect(await work("answer")).toEqual({ job: "answer", local: false, environment: "here" });
  allowLocalAddresses();
  expect(await work("answer")).toMatchObject({ local: true });
});

test("what it throws is thrown", async () => {
  await expect(work("throw")).rejects.toThrow("what it says");
});

test("work that never ends is over at its deadline, and other work goes on", async () => {
  const jobs = thoroughly<Job>(["loop", "answer", "backtrack"], ["backtrack", "answer"]);
  const ended = await Promise.allSettled(jobs.map((job) => work(job)));
  for (const [index, job] of jobs.entries()) {
    if (job === "answer") expect(ended[index]).toMatchObject({ status: "fulfilled" });
    else expect(ended[index]).toMatchObject({ reason: new TooExpensive("time") });
  }
});

test("work that takes memory without end is over", async () => {
  await expect(hoard({})).rejects.toThrow(new TooExpensive("memory"));
});

test("a thread does one piece of work after another", async () => {
  expect([await keptWork({}), await keptWork({})]).toEqual([1, 2]);
});
