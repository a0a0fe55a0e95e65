import { beforeAll, expect, test, vi } from "vitest";
import { payForAudit, payForEvents } from "../../../functions/audit/shareOfCall.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { readBookings } from "../../../shared/limits/rateBookings.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { standStill } from "../../support/cost.ts";
import { makeReseller } from "../../support/factories.ts";
import { dueMessage, monitorWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { spend } from "../../support/spend.ts";
import { deliver } from "./deliver.ts";
import { faultySite } from "./faultySite.ts";

const NOTHING = { seconds: 0, readUnits: 0, writeUnits: 0 };

beforeAll(() => allowLocalAddresses());

test.each([
  [
    "the writes of",
    (check: CheckRecord<"audit">) => payForAudit(check, { ...NOTHING, writeUnits: 5e3 }),
  ],
  ["the events of", (check: CheckRecord<"audit">) => payForEvents(check, 100)],
])("%s an audit that was asked for count, those of a daily one do not", async (_, pay) => {
  for (const [asked_at, isAllowed] of [
    ["2026-11-23T10:00:00+00:00", false],
    ["2026-11-01T10:00:00+00:00", true],
  ] as const) {
    const { uuid: reseller_uuid } = await makeReseller({ writes_per_minute: 1 });
    await Reseller.patch({ uuid: reseller_uuid }).set({ webhook_count: 20 }).go();
    const results = [{ at: "2026-11-22T10:00:00+00:00" }];
    await pay({ reseller_uuid, results, asked_at } as CheckRecord<"audit">);
    const spent = await spend({ reseller_uuid, kind: "writes" });
    expect([asked_at, spent.isAllowed]).toEqual([asked_at, isAllowed]);
  }
});

test("an audit that was asked for pays for what it writes", async () => {
  const website = await monitorWebsite((await serve(faultySite)).url);
  const { uuid: reseller_uuid } = website.reseller;
  await Reseller.patch({ uuid: reseller_uuid }).set({ writes_per_minute: 1000 }).go();
  // What the container knows of the reseller is read again.
  standStill();
  vi.setSystemTime(Date.now() + 10_000);
  await deliver([await dueMessage(website, "audit")]);
  const { periods } = await readBookings({ reseller_uuid, kind: "writes" });
  const free = [...periods].reduce((sum, [name, n]) => sum + (name.startsWith("day") ? n : 0), 0);
  expect(free).toBeGreaterThan(4);
});
