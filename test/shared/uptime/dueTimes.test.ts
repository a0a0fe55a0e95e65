import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { intervalMinutes, nextAudit, reschedule } from "../../../shared/uptime/audits.ts";

describe("nextAudit", () => {
  const now = new Date("2026-11-22T10:54:00Z");

  test("is on the hour, spread evenly over the hours of the interval", () => {
    const perHour = Map.groupBy(
      Array.from({ length: 6000 }, () => nextAudit(newUuid(), 1440, now)),
      (due_at) => due_at,
    );
    expect(perHour.size).toBe(24);
    for (const [due_at, { length }] of perHour) {
      expect(due_at).toMatch(/:00:00\+00:00$/);
      expect(due_at > "2026-11-22T10:54:00" && due_at < "2026-11-23T10:54:00").toBe(true);
      expect(Math.abs(length - 250)).toBeLessThan(100);
    }
  });

  test("is at the website's own moment if the interval is an hour", () => {
    // 900 seconds after the hour.
    const uuid = "01900000-0000-7000-8000-000000000384";
    expect(nextAudit(uuid, 60, now)).toBe("2026-11-22T11:15:00+00:00");
  });
});

test("an interval is the plan's own, or the stage's", () => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv("UPTIME_INTERVAL_MINUTES", "10");
  vi.stubEnv("AUDIT_INTERVAL_MINUTES", "10080");
  expect(intervalMinutes("uptime", {})).toBe(10);
  expect(intervalMinutes("audit", {})).toBe(10_080);
  expect(intervalMinutes("uptime", { uptime_interval_minutes: 1 })).toBe(1);
  expect(intervalMinutes("audit", { audit_interval_minutes: 60 })).toBe(60);
});

const NEXT = "2026-11-20T12:05:00+00:00";

let check: CheckRecord;

beforeEach(async () => {
  check = {
    reseller_uuid: newUuid(),
    uuid: newUuid(),
    business_uuid: newUuid(),
    kind: "audit",
    hostname: "example.com",
    shard: 7,
    due_at: "2026-11-20T12:00:00+00:00",
    results: [],
    memory: {},
  };
  await Check.put(check).go();
});

async function read() {
  const { reseller_uuid, uuid, kind } = check;
  return (await Check.get({ reseller_uuid, uuid, kind }).go()).data;
}

test("a check that was done is due again", async () => {
  expect(await reschedule(check, NEXT)).toBe(true);
  expect(await read()).toEqual({ ...check, due_at: NEXT });
});

test.each<[string, Partial<CheckRecord>]>([
  ["was done by somebody else", { due_at: "2026-11-20T11:00:00+00:00" }],
  ["is of another host name by now", { hostname: "moved.example" }],
])("a check that %s is left as it is", async (_, more) => {
  expect(await reschedule({ ...check, ...more }, NEXT, { memory: { written: {} } })).toBe(false);
  expect(await read()).toEqual(check);
});
