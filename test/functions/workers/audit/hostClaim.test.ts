import { beforeAll, expect, onTestFinished, test } from "vitest";
import { claimHost, releaseHost } from "../../../../functions/workers/audit/hostClaim.ts";
import type { CheckRecord } from "../../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { typesOf } from "../../../shared/audit/auditing.ts";
import { deliver } from "../../../shared/audit/deliver.ts";
import { page } from "../../../shared/audit/faultySite.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { dueMessage, findAudit, monitorWebsite, readFeed } from "../../../support/monitoring.ts";
import { serve } from "../../../support/site.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const TIMES = { now: NOW, until: NOW + 60_000 };
const BUSY = { refusal: "busy" };
const DONE = { batchItemFailures: [] };

beforeAll(() => allowLocalAddresses());

/** The audit of a website that is due; by default another one of the same reseller and host. */
function dueAudits(hostname = `${newUuid()}.example`) {
  const reseller_uuid = newUuid();
  return (changes: Partial<CheckRecord> = {}): CheckRecord => ({
    ...{ reseller_uuid, business_uuid: newUuid(), uuid: newUuid(), hostname },
    ...{ kind: "audit", shard: 0, due_at: "2026-11-20T12:00:00+00:00", results: [], memory: {} },
    ...changes,
  });
}

async function claimed(check: CheckRecord, times = TIMES) {
  const result = await claimHost(check, times);
  if ("refusal" in result) throw new Error(result.refusal);
  return result.claim;
}

test("a reseller's host has one audit at a time, until it is released or has expired", async () => {
  const due = dueAudits("shop.example");
  const claim = await claimed(due());
  expect(await claimHost(due({ hostname: "https://www.SHOP.example:443/about" }), TIMES)).toEqual(
    BUSY,
  );
  expect(await claimHost(due({ hostname: "blog.shop.example" }), TIMES)).toHaveProperty("claim");
  await releaseHost(claim);
  const second = await claimed(due());
  // A claim that was released late leaves alone what another audit has by then.
  await releaseHost(claim);
  expect(await claimHost(due(), TIMES)).toEqual(BUSY);
  const later = { now: TIMES.until + 1, until: TIMES.until + 60_000 };
  expect((await claimed(due(), later)).token).not.toBe(second.token);
});

test("one of two workers takes over the host of an audit that has died", async () => {
  const check = dueAudits()();
  await claimed(check);
  const later = { now: TIMES.until + 1, until: TIMES.until + 60_000 };
  let puts = 0;
  let other: Awaited<ReturnType<typeof claimHost>> | undefined;
  const end = interceptRequests(async (command) => {
    if (command !== "Put") return;
    puts += 1;
    // The first one fails. Before the second one, another worker is done.
    if (puts === 2) other = await claimHost(check, later);
  });
  onTestFinished(end);
  expect(await claimHost(check, later)).toEqual({ refusal: "same" });
  expect(other).toHaveProperty("claim");
});

test("an audit of one reseller is never kept waiting by those of another", async () => {
  const hostname = `${newUuid()}.example`;
  await claimed(dueAudits(hostname)());
  expect(await claimHost(dueAudits(hostname)(), TIMES)).toHaveProperty("claim");
});

test("an audit that was requested while another one of the website runs waits for it", async () => {
  const check = dueAudits()();
  await claimed(check);
  expect(await claimHost(check, TIMES)).toEqual({ refusal: "same" });
  expect(await claimHost({ ...check, due_at: "2026-11-20T12:01:00+00:00" }, TIMES)).toEqual(BUSY);
});

test("audits that have died count for their website, not for another one at its host", async () => {
  const due = dueAudits();
  const check = due();
  const triesAt = async (minutes: number, audited = check) => {
    const now = NOW + minutes * 61_000;
    return (await claimed(audited, { now, until: now + 60_000 })).tries;
  };
  const tries = [await triesAt(0), await triesAt(1), await triesAt(2, due()), await triesAt(3)];
  expect(tries).toEqual([1, 2, 1, 1]);
});

const HOME = page("Home", "<h1>Home</h1>");

test("an audit waits for another one of its host", async () => {
  const site = await serve({
    "/shop": async (_, response) => {
      expect(await deliver([await dueMessage(second)])).toEqual(DONE);
      response.setHeader("content-type", "text/html").end(HOME);
    },
    "/": HOME,
  });
  const first = await monitorWebsite(`${site.url}/shop`);
  const second = await monitorWebsite(site.url, first);
  expect(await deliver([await dueMessage(first)])).toEqual(DONE);
  expect(site.requests).not.toContain("GET /");
  const waiting = await findAudit(second);
  expect(waiting).toMatchObject({ results: [] });
  const pause = Date.parse(waiting?.due_at ?? "") - Date.now();
  expect(pause).toBeGreaterThan(50_000);
  expect(pause).toBeLessThan(121_000);
  expect(await deliver([await dueMessage(second)])).toEqual(DONE);
  expect(typesOf(await readFeed(second))).toContain("website_summary");
});
