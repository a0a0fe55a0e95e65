import { expect, test } from "vitest";
import { type Probe, reportOf } from "../../../../functions/monitoring/uptime/probeSite.ts";
import { targetOf } from "../../../../functions/monitoring/uptime/recordProbe.ts";
import type { CheckRecord } from "../../../../shared/entities/check.ts";
import { newUuid } from "../../../../shared/uuid.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
const url = "https://example.com";
const probe: Probe = {
  ...{ finding: "up", outcome: "up", url, duration: 7 },
  at: new Date(NOON * 1000 + 999),
};

function makeCheck(more: Partial<CheckRecord<"uptime">>): CheckRecord<"uptime"> {
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const known = { hostname: "example.com", shard: 3, due_at: "", results: [], memory: {} };
  return { ...key, ...known, kind: "uptime", ...more };
}

test("a probe is reported by the second in which it began", () => {
  expect(reportOf(probe, 5)).toEqual({ finding: "up", at: NOON, minutes: 5, isUpElsewhere: false });
});

test("a website's rounds count from the second in which its interval changed; all of them if it never did", () => {
  const target = { minutes: 5, hostname: "example.com", url };
  expect(targetOf(makeCheck({}), probe, 5)).toEqual(target);
  expect(targetOf(makeCheck({ target }), probe, 5)).toEqual(target);
  const moved = { ...target, minutes: 10, since: NOON };
  expect(targetOf(makeCheck({ target }), probe, 10)).toEqual(moved);
  expect(targetOf(makeCheck({ target: moved }), probe, 10)).toEqual(moved);
});
