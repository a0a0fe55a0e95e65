import { describe, expect, test } from "vitest";
import { uptimePercentage } from "../../../functions/monitoring/uptimePercentage.ts";
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
    const memory: UptimeMemory = {
      ...{ state: "down", first_checked_at: 0, checked_at: NOW },
      downtimes: [{ from: NOW - 0.7 * DAY }],
    };
    expect(uptimePercentage(memory, NOW)).toBe(90);
  });

  test("leaves out what was more than seven days ago", () => {
    expect(percentage([{ from: NOW - 9 * DAY, to: NOW - 7 * DAY }])).toBe(100);
    expect(percentage([{ from: NOW - 9 * DAY, to: NOW - 6.3 * DAY }])).toBe(90);
  });

  test("counts from the first check of a younger website", () => {
    expect(percentage([{ from: NOW - DAY, to: NOW - 0.5 * DAY }], NOW - DAY)).toBe(50);
  });

  test("is that of the only probe after the first one, and unknown before", () => {
    const after = (more: Partial<UptimeMemory>) =>
      uptimePercentage({ state: "up", downtimes: [], ...more }, NOW);
    const once = { first_checked_at: NOW, checked_at: NOW };
    expect(after(once)).toBe(100);
    expect(after({ ...once, state: "suspect" })).toBe(0);
    expect(after({})).toBeUndefined();
  });

  test("is unknown when the last probe was more than seven days ago", () => {
    const last = (checked_at: number) =>
      uptimePercentage({ state: "up", downtimes: [], first_checked_at: 0, checked_at }, NOW);
    expect(last(NOW - 7 * DAY)).toBe(100);
    expect(last(NOW - 7 * DAY - 1)).toBeUndefined();
  });

  test("counts what the hours say before what downtimes and gaps do", () => {
    const hour = NOW / 3600 - 1;
    const memory: UptimeMemory = {
      ...{ state: "up", first_checked_at: NOW - DAY, checked_at: NOW },
      downtimes: [{ from: NOW - DAY, to: NOW }],
      gaps: [{ from: NOW - DAY, to: NOW }],
      down: { [hour]: 1800, [hour - 200]: 3600 },
      unseen: { [hour - 1]: 3600, [hour - 2]: 3600 },
    };
    expect(uptimePercentage(memory, NOW)).toBe(Math.floor((1 - 0.5 / 22) * 10_000) / 100);
  });
});
