import { beforeAll, expect, test } from "vitest";
import { Check } from "../../../shared/entities/check.ts";
import { Website } from "../../../shared/entities/website.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import {
  findAudit,
  isUp,
  makePlain,
  monitorWebsite,
  probeSeparately,
} from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";

beforeAll(() => allowLocalAddresses());

const LATER = "2100-01-01T00:00:00+00:00";

/** When the next audit is due after a website came back, by what its audit remembers. */
async function dueAfterwards(auditMemory: Record<string, unknown>) {
  const site = await serve({ "/": "<p>up</p>" });
  const website = await monitorWebsite(site.url);
  const { reseller, uuid } = website;
  const key = { reseller_uuid: reseller.uuid, uuid };
  const now = Math.floor(Date.now() / 1000);
  const since = now - 120;
  await makePlain(website, {
    ...{ state: "recovering", since, checked_at: since, down_since: now - 600 },
  });
  await Website.patch(key).set({ is_hostname_up: false }).go();
  const audit = await findAudit(website);
  await Check.patch({ ...key, kind: "audit" })
    .set({ memory: { written: {}, ...auditMemory }, due_at: LATER, shard: audit?.shard ?? 0 })
    .go();
  await probeSeparately([website]);
  expect(await isUp(website)).toBe(true);
  return (await findAudit(website))?.due_at ?? "";
}

const since = "2026-11-20T00:00:00+00:00";
const unreadable = { reason: "timeout", since, tries: 9, summary_at: since };

test("a website that comes back is audited at once if audits could not read it, otherwise when it was due", async () => {
  expect(Date.parse(await dueAfterwards({ unreadable }))).toBeLessThanOrEqual(Date.now());
  expect(await dueAfterwards({})).toBe(LATER);
});
