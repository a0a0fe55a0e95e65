import { describe, expect, test } from "vitest";
import { endDowntime } from "../../../functions/monitoring/uptimeMemory.ts";
import type { UptimeMemory } from "../../../shared/entities/check.ts";

describe("a downtime that ends", () => {
  const gaps = [{ from: 200, to: 300 }];
  const memory: UptimeMemory = {
    ...{ state: "recovering", gaps },
    downtimes: [{ from: 10, to: 20 }, { from: 100, to: 200 }, { from: 300 }],
  };

  test("has lasted since the website is shown as down, without the gaps in between", () => {
    expect(endDowntime({ ...memory, down_since: 100 }, 400)).toEqual({
      ...{ from: 100, to: 400 },
      ...{ duration: 200, unobserved: 100 },
    });
  });

  test("has lasted since the last one began, where that is not known, or has only just begun", () => {
    expect(endDowntime(memory, 400)).toEqual({ from: 300, to: 400, duration: 100, unobserved: 0 });
    const none = { ...memory, downtimes: [] };
    expect(endDowntime(none, 400)).toEqual({ from: 400, to: 400, duration: 0, unobserved: 0 });
  });
});
