import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { intervalMinutes, nextDue, SHARDS, shardOf } from "../../../shared/checks/schedule.ts";
import { newUuid } from "../../../shared/uuid.ts";

describe("nextDue", () => {
  test("is later than now, by at most the interval, and repeats with it", () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 1, max: 10_000 }),
        fc.nat(4e9),
        (uuid, minutes, s) => {
          const now = new Date(s * 1000);
          const next = Date.parse(nextDue(uuid, minutes, now));
          expect(next).toBeGreaterThan(now.getTime());
          expect(next - now.getTime()).toBeLessThanOrEqual(minutes * 60_000);
          const after = Date.parse(nextDue(uuid, minutes, new Date(next)));
          expect(after - next).toBe(minutes * 60_000);
        },
      ),
    );
  });

  test("spreads websites that were added together evenly over the interval and the shards", () => {
    const uuids = Array.from({ length: 6000 }, newUuid);
    const now = new Date("2026-11-20T12:00:00Z");
    const perMinute = new Array(5).fill(0);
    const perShard = new Array(SHARDS).fill(0);
    for (const uuid of uuids) {
      perMinute[Math.floor((Date.parse(nextDue(uuid, 5, now)) - now.getTime() - 1) / 60_000)] += 1;
      perShard[shardOf(uuid)] += 1;
    }
    for (const count of perMinute) expect(Math.abs(count - 1200)).toBeLessThan(250);
    for (const count of perShard) expect(Math.abs(count - 6000 / SHARDS)).toBeLessThan(100);
  });
});

test("an interval is the plan's own, or the default", () => {
  expect(intervalMinutes("uptime", {})).toBe(5);
  expect(intervalMinutes("audit", {})).toBe(1440);
  expect(intervalMinutes("uptime", { uptime_interval_minutes: 1 })).toBe(1);
  expect(intervalMinutes("audit", { audit_interval_minutes: 60 })).toBe(60);
});

test("a stage may have other defaults", async () => {
  vi.stubEnv("UPTIME_INTERVAL_MINUTES", "10");
  vi.stubEnv("AUDIT_INTERVAL_MINUTES", "10080");
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllEnvs());
  const stage = await import("../../../shared/checks/schedule.ts");
  expect(stage.intervalMinutes("uptime", {})).toBe(10);
  expect(stage.intervalMinutes("audit", {})).toBe(10_080);
  expect(stage.intervalMinutes("uptime", { uptime_interval_minutes: 1 })).toBe(1);
});
