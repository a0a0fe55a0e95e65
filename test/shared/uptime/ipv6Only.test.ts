import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { replaceResolver } from "../../../shared/platform/outbound/resolver.ts";
import { call } from "../../support/api.ts";
import {
  isUp,
  type MonitoredWebsite,
  monitorWebsite,
  probeSeparately,
  readFeed,
  readMonitor,
} from "../../support/monitoring.ts";
import { ownSchedule } from "../../support/ownSchedule.ts";
import { holdDeadAddress, type Site, startSite } from "../../support/site.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

let site: Site;
let website: MonitoredWebsite;
let addresses: { address: string; family: 4 | 6 }[];
/** An address of the site's port at which nothing listens. */
let four: { address: string; family: 4 };

beforeAll(() => allowLocalAddresses());

beforeEach(async () => {
  ownSchedule();
  replaceResolver(async () => addresses);
  site = await startSite({ "/": "<p>up</p>" }, { address: "::1" });
  four = { address: (await holdDeadAddress({ port: site.port })).address, family: 4 };
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  website = await monitorWebsite(`http://site.example:${site.port}`);
});

afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

/** Probes the website this many seconds after noon, and returns what the last result says. */
async function probe(seconds: number): Promise<string | undefined> {
  vi.setSystemTime(NOON + seconds * 1000);
  await probeSeparately([website]);
  return (await readMonitor(website)).results[0]?.outcome;
}

const six = { address: "::1", family: 6 as const };

test("a website with IPv6 addresses only is unknown with a reason when it fails, and never down", async () => {
  await site.refuse();
  addresses = [six];
  const outcomes = [await probe(0), await probe(300), await probe(600)];
  expect(outcomes).toEqual(Array(3).fill("unknown (ipv6_only)"));
  expect(await isUp(website)).toBe(true);
  expect(await readFeed(website)).toEqual([]);
  // Nor is it a look.
  const { key } = website.reseller;
  const { body } = await call("GET /v1/websites/{website_uuid}/uptime", {
    key,
    uuid: website.uuid,
  });
  expect(body.data).toMatchObject({ days: [], last_status: "ipv6_only" });
});

test("one that also has IPv4 goes down, and is shown as down no longer once it has IPv6 only", async () => {
  await site.refuse();
  addresses = [four];
  expect([await probe(0), await probe(60)]).toEqual(Array(2).fill("refused (ECONNREFUSED)"));
  expect(await isUp(website)).toBe(false);
  addresses = [six];
  expect(await probe(360)).toBe("unknown (ipv6_only)");
  expect(await isUp(website)).toBe(false);
  await probe(420);
  expect(await isUp(website)).toBe(true);
  const [item] = await readFeed(website);
  expect(item).toMatchObject({ type: "downtime", status: "info" });
  expect(item.data).toEqual({
    outcome: "ipv6_only",
    down_since: "2026-11-20T12:00:00+00:00",
    duration_seconds: 60,
  });
});
