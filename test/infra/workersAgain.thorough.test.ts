import { afterEach, describe, expect, test, vi } from "vitest";
import { interceptRequests } from "../support/interceptRequests.ts";
import { folderBehind, resourcesOf, synthesize } from "../support/stack.ts";
import { callers } from "./scenarios/callers.ts";
import type { Scenario } from "./scenarios/scenario.ts";
import { workers } from "./scenarios/workers.ts";
import { requestsOf } from "./tableRequests.ts";

const HOUR_MS = 3_600_000;
const WRITE = /^(Put|Update|Delete|BatchWrite)/;

const scenarios: [string, Scenario][] = Object.entries({ ...workers, ...callers });

/** Their scenarios repeat a message that is done, so that nothing is left to write. */
const IDLE_AGAIN = ["rounds", "subscriptions", "audit", "competitorReader"];

afterEach(() => {
  vi.useRealTimers();
});

test("every worker of a queue has a scenario", () => {
  const template = synthesize();
  const fed = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) =>
    folderBehind(template, Properties.FunctionName),
  );
  // Both functions for audits do the same.
  const wanted = new Set(fed.filter((folder) => folder !== "slowAudit"));
  const names = scenarios.map(([name]) => name);
  expect(names.filter((name) => name !== "schedule").toSorted()).toEqual([...wanted].toSorted());
});

// A scenario fails if a message is not done.
describe.each(Object.entries(workers))("the dead letters of %s", (name, prepare) => {
  test("are done when they are replayed twice, and change nothing more", async () => {
    const run = await prepare();
    await run();
    await run();
    const requests = await requestsOf(run);
    const writes = requests.flatMap(({ actions }) => actions.filter((each) => WRITE.test(each)));
    if (IDLE_AGAIN.includes(name)) expect(writes).toEqual([]);
  });
});

describe.each(scenarios)("%s", (name, prepare) => {
  test.each([
    [HOUR_MS, "before"],
    [-HOUR_MS, "before"],
    [HOUR_MS, "during"],
    [-HOUR_MS, "during"],
  ])(
    "does its work or gives it back when its clock jumps by %i ms %s it, and does it afterwards",
    async (offset, when) => {
      const run = await prepare();
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now(), shouldAdvanceTime: true });
      const jump = () => vi.setSystemTime(Date.now() + offset);
      if (when === "before") jump();
      const end = interceptRequests(() => {
        if (when === "during") jump();
        end();
      });
      const off = await run().catch((error: Error) => error);
      end();
      if (off instanceof Error) expect(off.message).toContain("batchItemFailures");
      vi.useRealTimers();
      // What the schedule has passed is not found twice.
      if (name !== "schedule") await run();
    },
  );
});
