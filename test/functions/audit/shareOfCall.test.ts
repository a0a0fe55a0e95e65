import { expect, test } from "vitest";
import { payForAudit, SharedTime } from "../../../functions/audit/shareOfCall.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { FREE_MINUTES } from "../../../shared/limits/freeWeight.ts";
import { makeReseller } from "../../support/factories.ts";
import { spend } from "../../support/spend.ts";

test("audits that run at once share the time of their call, and the last one pays alone", () => {
  let now = 0;
  const times = new SharedTime({ now: () => now });
  const [quick, slow] = [times.begin(), times.begin()];
  now = 20_000;
  expect(quick()).toBe(10);
  now = 420_000;
  expect(slow()).toBe(410);
  now = 500_000;
  const later = times.begin();
  now = 501_000;
  expect(later()).toBe(1);
});

test.each([
  ["the first audit of a website counts", {}, false],
  ["an audit that was asked for counts", { asked_at: "2026-11-23T10:00:00+00:00" }, false],
  ["a daily audit does not count", { asked_at: "2026-11-01T10:00:00+00:00" }, true],
])("%s as writes", async (_, { asked_at }: { asked_at?: string }, isAllowed) => {
  const { uuid: reseller_uuid } = await makeReseller({ writes_per_minute: 1 });
  const results = asked_at ? [{ at: "2026-11-22T10:00:00+00:00" }] : [];
  const check = { reseller_uuid, results, ...(asked_at && { asked_at }) };
  const seconds = (FREE_MINUTES + 1) * 1.5;
  await payForAudit(check as CheckRecord<"audit">, seconds);
  expect(await spend({ reseller_uuid, kind: "writes" })).toMatchObject({ isAllowed });
});
