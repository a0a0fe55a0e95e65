import { describe, expect, test } from "vitest";
import { endDowntime, uptimePercentage } from "../../../functions/monitoring/uptimeMemory.ts";
import type { UptimeMemory } from "../../../shared/entities/check.ts";

const DAY = 24 * 3600;
const NOW = 100 * DAY;

function percentage(downtimes: UptimeMemory["downtimes"], first_checked_at = 0) {
  return uptimePercentage({ state: "up", first_checked_at, downtimes }, NOW);
}

describe("the uptime percentage", () => {
  test("is 100 without downtime", () => {
    expect(percentage([])).toBe(100);
  });

  test("is less than 100 after one second of downtime in seven days", () => {
    expect(percentage([{ from: NOW - 100, to: NOW - 99 }])).toBe(99.99);
  });

  test("is rounded down", () => {
    expect(percentage([{ from: NOW - 400, to: NOW - 300 }], NOW - 300_000)).toBe(99.96);
    expect(percentage([{ from: NOW - 200, to: NOW - 100 }], NOW - 300)).toBe(66.66);
  });

  test("counts time, not checks", () => {
    expect(percentage([{ from: NOW - 3.5 * DAY, to: NOW - 1.75 * DAY }])).toBe(75);
  });

  test("counts a downtime that goes on", () => {
    expect(percentage([{ from: NOW - 0.7 * DAY }])).toBe(90);
  });

  test("leaves out what was more than seven days ago", () => {
    expect(percentage([{ from: NOW - 9 * DAY, to: NOW - 7 * DAY }])).toBe(100);
    expect(percentage([{ from: NOW - 9 * DAY, to: NOW - 6.3 * DAY }])).toBe(90);
  });

  test("counts from the first check of a younger website", () => {
    expect(percentage([{ from: NOW - DAY, to: NOW - 0.5 * DAY }], NOW - DAY)).toBe(50);
  });

  test("is that of the present state at the first check", () => {
    expect(percentage([], NOW)).toBe(100);
    expect(percentage([{ from: NOW }], NOW)).toBe(0);
    expect(percentage([{ from: NOW - 60, to: NOW }], NOW)).toBe(100);
  });
});

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
