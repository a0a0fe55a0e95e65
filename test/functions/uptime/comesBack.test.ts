import { beforeAll, expect, test } from "vitest";
import { handler } from "../../../functions/uptime/index.ts";
import { Check } from "../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { sqsEvent } from "../../support/messages.ts";
import { dueMessage, findCheck, isUp, monitorWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";

beforeAll(() => allowLocalAddresses());

const LATER = "2100-01-01T00:00:00+00:00";

/** When the next audit is due after a website came back that had this in its audit's memory. */
async function dueAfterReturn(auditMemory: Record<string, unknown>, due_at = LATER) {
  const website = await monitorWebsite((await serve({ "/": "<p>back</p>" })).url);
  const { reseller, uuid } = website;
  const key = { reseller_uuid: reseller.uuid, uuid };
  const now = Math.floor(Date.now() / 1000);
  const memory = { state: "recovering", since: now - 120, downtimes: [{ from: now - 600 }] };
  await Check.patch({ ...key, kind: "uptime" })
    .set({ memory })
    .go();
  const audit = await findCheck(website, "audit");
  await Check.patch({ ...key, kind: "audit" })
    .set({ memory: { written: {}, ...auditMemory }, due_at, shard: audit?.shard ?? 0 })
    .go();
  expect(await handler(sqsEvent(await dueMessage(website, "uptime")))).toEqual({
    batchItemFailures: [],
  });
  expect(await isUp(website)).toBe(true);
  return (await findCheck(website, "audit"))?.due_at ?? "";
}

const since = "2026-11-20T00:00:00+00:00";
const unreadable = { reason: "timeout", since, tries: 9, summary_at: since };

test("a website that audits could not read is audited at once when it comes back", async () => {
  const due_at = await dueAfterReturn({ unreadable });
  expect(Date.parse(due_at)).toBeLessThanOrEqual(Date.now());
});

test("one that they could read is audited when it was due", async () => {
  expect(await dueAfterReturn({})).toBe(LATER);
});

test("one whose audit is due already waits for that, as its message may be on its way", async () => {
  expect(await dueAfterReturn({ unreadable }, since)).toBe(since);
});
