import { describe, expect, it } from "vitest";
import { settingsFor } from "../../infra/settings.ts";
import { type Callers, playCallers } from "../support/atOnceModel.ts";
import { costOf } from "../support/cost.ts";
import { thoroughTest } from "../support/runs.ts";

const most = settingsFor("prod").rateLimits?.atOnce ?? 0;
const usual: Callers = { functions: 30, parallel: 60, workMs: 400, most, seconds: 1.5 };

/** The most functions that the callers occupied after their first calls. */
const later = ({ workMs }: Callers, { occupied }: { occupied: number[] }) =>
  Math.max(...occupied.slice(2 * workMs));

describe("parallel slow calls of one reseller, 30 functions", () => {
  it("leave others' answers as they are alone, after the first calls", async () => {
    const alone = await playCallers({ ...usual, parallel: 0 });
    const busy = await playCallers(usual);
    expect(busy.othersMs).toBeLessThan(1.2 * alone.othersMs);
    expect(busy.answered).toBeGreaterThan(20);
    expect(busy.refused).toBeGreaterThan(20);
    expect(later(usual, busy)).toBeLessThanOrEqual(most * 2);
  });

  it("would slow others without the limit", async () => {
    const few = { ...usual, functions: 12, parallel: 30, seconds: 3 };
    const { othersMs } = await playCallers({ ...few, most: 1000 });
    expect(othersMs).toBeGreaterThan(200);
  });

  it("cost nothing while they are quick", async () => {
    const cost = await costOf(() => playCallers({ ...usual, parallel: 10, workMs: 60 }));
    expect(cost.requests).toBe(0);
  });

  thoroughTest("are 10 at once, of 200, for as long as they come", async () => {
    for (const workMs of [400, 4000]) {
      const callers = { ...usual, parallel: 200, functions: 1000, workMs, seconds: 15 };
      const played = await playCallers(callers);
      expect(later(callers, played)).toBeLessThanOrEqual(most * 2);
      expect(played.othersMs).toBe(15);
    }
  });
});
