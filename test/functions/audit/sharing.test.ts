import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  type HostLease,
  releaseHosts,
  takeHost,
} from "../../../functions/audit/pages/hostLease.ts";
import { Check } from "../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { messagesAbout } from "../../support/messages.ts";
import {
  bringChange,
  dueMessage,
  findAudit,
  type MonitoredWebsite,
  monitorWebsite,
  readFeed,
} from "../../support/monitoring.ts";
import { thoroughly, thoroughTest } from "../../support/runs.ts";
import { type SiteHandler, type SiteRoutes, serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { audit, itemOf, setPlan, type TestFeedItem, typesOf } from "./auditing.ts";
import { auditHere, type Delivery, deliver } from "./deliver.ts";
import { page } from "./faultySite.ts";

const DONE = { batchItemFailures: [] };
const HOUR_MS = 3_600_000;
const HOME = page("Home", '<h1>Home</h1><a href="/about">About</a><a href="/gone">Gone</a>');
const SITE: SiteRoutes = { "/": HOME, "/about": page("About", "<h1>About</h1>") };

beforeAll(() => allowLocalAddresses());

/** Does the audit that is due; returns the feed as it is then, newest first. */
async function auditOnce(website: MonitoredWebsite, delivery?: Delivery): Promise<TestFeedItem[]> {
  const message = await dueMessage(website);
  expect(await deliver([message], delivery)).toEqual(DONE);
  return readFeed(website);
}

/** A clock that is ahead by so much. */
function ahead(ms: number) {
  const clock = skippedPauses();
  return { ...clock, now: () => clock.now() + ms };
}

async function dueIn(website: MonitoredWebsite) {
  const { due_at = "" } = (await findAudit(website)) ?? {};
  return Date.parse(due_at) - Date.now();
}

function move({ reseller, uuid }: MonitoredWebsite, hostname: string) {
  const request = { key: reseller.key, uuid, body: { hostname } };
  return call("PATCH /v1/websites/{website_uuid}", request);
}

const withoutIds = (items: TestFeedItem[]) =>
  items.map(({ type, status, data }) => ({ type, status, data }));

test("a website takes the results for its host name that another reseller got within the hour", async () => {
  const site = await serve(SITE);
  const [first, second] = [await monitorWebsite(site.url), await monitorWebsite(site.url)];
  const found = await auditOnce(first);
  const requests = site.requests.length;
  expect(withoutIds(await auditOnce(second))).toEqual(withoutIds(found));
  expect(site.requests).toHaveLength(requests);
  expect(await findAudit(second)).toMatchObject({
    results: [{ outcome: "2 pages" }],
    memory: { broken_links: { broken: [expect.any(String)] } },
  });
});

test("it is read again when an operator asks, and after an hour; what it takes before is no news", async () => {
  const site = await serve({ "/": page("Home", "<h1>Home</h1>") });
  const website = await monitorWebsite(site.url);
  const found = await auditOnce(website);
  const requests = site.requests.length;
  expect(await auditOnce(website, { clock: ahead(HOUR_MS / 2) })).toHaveLength(found.length);
  expect(site.requests).toHaveLength(requests);
  await audit(website);
  expect(site.requests).toHaveLength(2 * requests);
  expect(await findAudit(website)).not.toHaveProperty("requested_at");
  await auditOnce(website, { clock: ahead(2 * HOUR_MS) });
  expect(site.requests).toHaveLength(3 * requests);
});

test("a broken link is new to the website that has not had it", async () => {
  const site = await serve(SITE);
  const [first, second] = [await monitorWebsite(site.url), await monitorWebsite(site.url)];
  await auditOnce(first);
  const later = { clock: ahead(2 * HOUR_MS) };
  const known = await auditOnce(first, later);
  expect(itemOf(known, "broken_links")?.data).toEqual({
    links_broken_count: 1,
    new_links_broken_count: 0,
  });
  const taken = await auditOnce(second, later);
  expect(itemOf(taken, "broken_links")?.data).toEqual({
    links_broken_count: 1,
    new_links_broken_count: 1,
  });
  expect(itemOf(taken, "broken_link_details")?.data.links).toMatchObject([{ is_new: true }]);
});

test("what another plan has switched off is still found", async () => {
  const site = await serve(SITE);
  const [first, second] = [await monitorWebsite(site.url), await monitorWebsite(site.url)];
  const everyPage = ["broken_links", "headings", "spelling", "mobile", "blog", "listings"] as const;
  await setPlan(first, Object.fromEntries(everyPage.map((feature) => [feature, false])));
  const few = await auditOnce(first);
  expect(typesOf(few)).not.toContain("broken_links");
  const all = typesOf(await auditOnce(second));
  expect(all).toEqual(expect.arrayContaining([...typesOf(few), "broken_links", "headings"]));
  const requests = site.requests.length;
  const third = await monitorWebsite(site.url);
  expect(typesOf(await auditOnce(third))).toEqual(all);
  expect(site.requests).toHaveLength(requests);
});

test("one audit of a host is done at a time; others wait for half a minute", async () => {
  const site = await serve({
    "/shop": async (_, response) => {
      if (await findAudit(second).then((check) => check?.results.length === 0)) {
        expect(await deliver([await dueMessage(second)])).toEqual(DONE);
      }
      response.setHeader("content-type", "text/html").end(HOME);
    },
    ...SITE,
  });
  const first = await monitorWebsite(`${site.url}/shop`);
  const second = await monitorWebsite(site.url);
  await auditOnce(first);
  expect(site.requests.filter((request) => request === "GET /")).toEqual([]);
  expect(await findAudit(second)).toMatchObject({ results: [] });
  expect(await dueIn(second)).toBeGreaterThan(15_000);
  expect(await dueIn(second)).toBeLessThan(41_000);
  expect(await findAudit(second)).toMatchObject({ waiting_for: new URL(site.url).host });
  // The schedule would bring it up to a minute later.
  expect(messagesAbout("AUDIT_QUEUE_URL", second.uuid)).toEqual([await dueMessage(second)]);
  expect(typesOf(await auditOnce(second))).toContain("website_summary");
  expect(await findAudit(second)).not.toHaveProperty("waiting_for");
});

test("a website that redirects to a leased host waits for it, and sends it no request meanwhile", async () => {
  const victim = await serve(SITE);
  const asked = () => victim.requests.length;
  const leading = await serve({ "/": { status: 302, headers: { location: victim.url } } });
  const between = await serve({ "/": { status: 302, headers: { location: leading.url } } });
  const urls = thoroughly([leading.url, between.url], [between.url]);
  const websites = await Promise.all(urls.map(monitorWebsite));
  const lease = await held(victim.url);
  for (const website of websites) {
    expect(await auditOnce(website)).toEqual([]);
    expect(await dueIn(website)).toBeGreaterThan(50_000);
    expect(await dueIn(website)).toBeLessThan(121_000);
  }
  expect(asked()).toBe(0);
  await releaseHosts(lease);
  for (const website of websites) expect(typesOf(await auditOnce(website))).toContain("headings");
  expect(asked()).toBeGreaterThan(0);
  // All that they had taken is free.
  for (const { url } of [victim, leading, between]) await held(url);
});

thoroughTest(
  "a host is read for one website at a time, also where redirects lead to it",
  async () => {
    const victim = await serve({
      "/": async (_, response) => {
        if (await findAudit(second).then((check) => check?.results.length === 0)) {
          expect(await deliver([await dueMessage(second)])).toEqual(DONE);
        }
        response.setHeader("content-type", "text/html").end(HOME);
      },
    });
    const first = await monitorWebsite((await serve(leadingTo(victim.url))).url);
    const second = await monitorWebsite((await serve(leadingTo(victim.url))).url);
    expect(typesOf(await auditOnce(first))).toContain("headings");
    expect(victim.requests.filter((request) => request === "GET /")).toHaveLength(1);
    expect(await findAudit(second)).toMatchObject({ results: [] });
  },
);

test.each(["/robots.txt", "/"])(
  "a host that %s only leads through is free for its owner while the crawl goes on elsewhere",
  async (leading) => {
    let isFree: boolean | undefined;
    const about: SiteHandler = async (_, response) => {
      const owner = { holder: newUuid(), reseller_uuid: newUuid(), readFor: "website" as const };
      const now = Date.now();
      const lease = await takeHost(through.url, { ...owner, now, until: now + HOUR_MS });
      isFree = lease !== undefined;
      if (lease) await releaseHosts(lease);
      response.setHeader("content-type", "text/html").end(SITE["/about"]);
    };
    const site = await serve({ "/": HOME, "/about": about });
    const through = await serve({
      "/to": { status: 302, headers: { location: site.url + leading } },
    });
    const lead = { status: 302, headers: { location: `${through.url}/to` } };
    const own = await serve({ ...SITE, "/about": about, [leading]: lead });
    expect(typesOf(await auditOnce(await monitorWebsite(own.url)))).toContain("headings");
    expect(through.requests).toContain("GET /to");
    expect(isFree).toBe(true);
    for (const { url } of [through, site, own]) await held(url);
  },
);

test("the leases of an audit that ends early are released", async () => {
  const victim = await serve(SITE);
  const door = await serve(leadingTo(victim.url));
  const website = await monitorWebsite(door.url);
  const dies: Delivery["audit"] = async (job) => {
    await auditHere()(job);
    throw new Error("dies");
  };
  const message = await dueMessage(website);
  const { batchItemFailures } = await deliver([message], { audit: dies });
  expect(batchItemFailures).toHaveLength(1);
  await held(victim.url);
});

function leadingTo(location: string): SiteRoutes {
  return { "/": { status: 301, headers: { location } } };
}

/** Takes a host as the audit of another reseller's website does. */
function take(url: string, reader: { holder: string; now: number; until: number }) {
  return takeHost(url, { ...reader, reseller_uuid: newUuid(), readFor: "competitor" });
}

/** Takes a host for the test, until it is over. */
async function held(url: string): Promise<HostLease> {
  const now = Date.now();
  const lease = await take(url, { holder: newUuid(), now, until: now + HOUR_MS });
  if (!lease) throw new Error(`${url} is not free`);
  onTestFinished(() => releaseHosts(lease));
  return lease;
}

thoroughTest("a new host name ends the audit under way, and is read an hour later", async () => {
  const other = await serve(SITE);
  let requested = 0;
  const routes: SiteRoutes = {
    "/": async (_, response) => {
      await move(website, other.url);
      await bringChange(website, "MODIFY", other.url);
      response.setHeader("content-type", "text/html").end(HOME);
    },
    "/about": () => {
      // Never answers: only the end of the audit ends this.
      requested += 1;
    },
  };
  const site = await serve(routes);
  const website = await monitorWebsite(site.url);
  await auditOnce(website, { watchMs: 1 });
  expect(requested).toBeLessThanOrEqual(1);
  expect(await readFeed(website)).toEqual([]);
  const check = await findAudit(website);
  expect(check).toMatchObject({ hostname: other.url, results: [], crawled_at: expect.any(String) });

  expect(await auditOnce(website)).toEqual([]);
  expect(other.requests).toEqual([]);
  expect(await dueIn(website)).toBeGreaterThan(HOUR_MS - 60_000);
  expect(typesOf(await auditOnce(website, { clock: ahead(HOUR_MS + 1000) }))).toContain(
    "website_summary",
  );
  // The host that was left is free for others.
  await held(site.url);
});

thoroughTest("a website that could not be read is tried again within the hour", async () => {
  let isThere = false;
  const site = await serve({
    "/": (_, response) => {
      response.setHeader("content-type", "text/html");
      if (!isThere) response.statusCode = 503;
      response.end(HOME);
    },
  });
  const website = await monitorWebsite(site.url);
  expect(typesOf(await auditOnce(website))).toContain("website_unreadable");
  isThere = true;
  const feed = await auditOnce(website, { clock: ahead(130_000) });
  expect(typesOf(feed)).toContain("broken_links");
});

test("an operator's request stays one while the host is busy", async () => {
  const site = await serve(SITE);
  const website = await monitorWebsite(site.url);
  await auditOnce(website);
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid, kind: "audit" as const };
  await Check.patch(key).set({ requested_at: "2026-11-22T00:00:00+00:00" }).go();
  await held(site.url);
  await auditOnce(website);
  expect(await findAudit(website)).toMatchObject({ requested_at: expect.any(String) });
});
