import { beforeAll, expect, test } from "vitest";
import { Check } from "../../../shared/entities/check.ts";
import { Website } from "../../../shared/entities/website.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/index.ts";
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

interface Given {
  /** What its audit remembers, and when it is due. */
  audit: Record<string, unknown>;
  due_at?: string;
  /** Whether it comes back, or goes down. */
  isBack?: boolean;
}

/** When the next audit is due after a website came back, or went down. */
async function dueAfterwards({ audit: auditMemory, due_at = LATER, isBack = true }: Given) {
  const site = await serve((_, response) => response.writeHead(isBack ? 200 : 500).end());
  const website = await monitorWebsite(site.url);
  const { reseller, uuid } = website;
  const key = { reseller_uuid: reseller.uuid, uuid };
  const now = Math.floor(Date.now() / 1000);
  const since = now - 120;
  await makePlain(
    website,
    isBack
      ? { state: "recovering", since, checked_at: since, down_since: now - 600 }
      : { state: "suspect", since, checked_at: since },
  );
  await Website.patch(key).set({ is_hostname_up: !isBack }).go();
  const audit = await findAudit(website);
  await Check.patch({ ...key, kind: "audit" })
    .set({ memory: { written: {}, ...auditMemory }, due_at, shard: audit?.shard ?? 0 })
    .go();
  await probeSeparately([website]);
  expect(await isUp(website)).toBe(isBack);
  return (await findAudit(website))?.due_at ?? "";
}

const since = "2026-11-20T00:00:00+00:00";
const unreadable = { reason: "timeout", since, tries: 9, summary_at: since };

test("a website that audits could not read is audited at once when it comes back", async () => {
  const due_at = await dueAfterwards({ audit: { unreadable } });
  expect(Date.parse(due_at)).toBeLessThanOrEqual(Date.now());
});

test("one that they could read is audited when it was due", async () => {
  expect(await dueAfterwards({ audit: {} })).toBe(LATER);
});
