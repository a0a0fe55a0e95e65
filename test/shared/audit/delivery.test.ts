import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { claimHost } from "../../../functions/workers/audit/hostClaim.ts";
import { User } from "../../../shared/entities/user.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { NEVER, timestamp } from "../../../shared/platform/time.ts";
import { reschedule } from "../../../shared/uptime/audits.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";
import { call } from "../../support/api.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import {
  bringChange,
  dueMessage,
  findAudit,
  type MonitoredWebsite,
  monitorWebsite,
  readFeed,
} from "../../support/monitoring.ts";
import { type SiteRoutes, serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { audit, itemOf, setPlan, type TestFeedItem, typesOf } from "./auditing.ts";
import { deliver } from "./deliver.ts";
import { page } from "./faultySite.ts";

const DONE = { batchItemFailures: [] };
const HOUR_MS = 3_600_000;
const HOME = page("Home", "<h1>Home</h1>");
const ONLY_HEADINGS = Object.fromEntries(planFeatures.map((name) => [name, name === "headings"]));

beforeAll(() => allowLocalAddresses());

/** A website that does something when its start page is asked for, that is: during its audit. */
async function setUp(duringAudit: (website: MonitoredWebsite) => unknown = () => {}) {
  const routes: SiteRoutes = {
    "/": async (_, response) => {
      await duringAudit(website);
      response.setHeader("content-type", "text/html").end(HOME);
    },
  };
  const site = await serve(routes);
  const website = await monitorWebsite(site.url);
  await setPlan(website, ONLY_HEADINGS);
  return { site, website, message: await dueMessage(website) };
}

/** Claims the host of a website, as an audit of it does. */
async function claimed(website: MonitoredWebsite, now = Date.now()) {
  const check = await findAudit(website);
  if (!check) throw new Error("There is no check");
  return await claimHost(check, { now, until: now + 60_000 });
}

const visits = ({ requests }: { requests: string[] }) =>
  requests.filter((request) => request === "GET /").length;

async function feedItemsOf({ reseller }: MonitoredWebsite) {
  const items = await snapshotOf(reseller.uuid);
  return Object.keys(items).filter((key) => key.includes("#feed#"));
}

async function dueAt(website: MonitoredWebsite) {
  return (await findAudit(website))?.due_at ?? "";
}

function remove(route: "businesses" | "websites", { reseller, ...website }: MonitoredWebsite) {
  const path = route === "businesses" ? "business_uuid" : "website_uuid";
  const uuid = route === "businesses" ? website.businessUuid : website.uuid;
  return call(`DELETE /v1/${route}/{${path}}`, { key: reseller.key, uuid });
}

function move({ reseller, uuid }: MonitoredWebsite, hostname: string) {
  const key = { key: reseller.key, uuid };
  return call("PATCH /v1/websites/{website_uuid}", { ...key, body: { hostname } });
}

describe("a website is not audited", () => {
  test("while its user is suspended, and is due again later", async () => {
    const { site, website, message } = await setUp();
    const user = { reseller_uuid: website.reseller.uuid, uuid: website.userUuid };
    await User.patch(user).set({ suspended_at: timestamp() }).go();
    const before = await dueAt(website);
    expect(await deliver([message])).toEqual(DONE);
    expect(site.requests).toEqual([]);
    expect((await dueAt(website)) > before).toBe(true);
    expect(await findAudit(website)).toMatchObject({ results: [] });
  });

  test("after its business was deleted", async () => {
    const { site, website, message } = await setUp();
    await remove("businesses", website);
    expect(await deliver([message])).toEqual(DONE);
    expect(site.requests).toEqual([]);
    expect(await feedItemsOf(website)).toEqual([]);
  });
});

describe("nothing is written about a website", () => {
  test("that is deleted during its audit", async () => {
    const { site, website, message } = await setUp(async (website) => {
      await remove("websites", website);
      await bringChange(website, "REMOVE", site.url);
    });
    expect(await deliver([message])).toEqual(DONE);
    expect(visits(site)).toBe(1);
    expect(await feedItemsOf(website)).toEqual([]);
    expect((await findAudit(website))?.due_at).toBe(NEVER);
  });

  test("whose host name changes during its audit; the new one is audited then", async () => {
    const other = await serve({ "/": HOME });
    const { website, message } = await setUp(async (website) => {
      await move(website, other.url);
      await bringChange(website, "MODIFY", other.url);
    });
    expect(await deliver([message])).toEqual(DONE);
    expect(await readFeed(website)).toEqual([]);
    expect(await findAudit(website)).toMatchObject({ hostname: other.url, results: [] });
    expect(typesOf(await audit(website))).toContain("website_summary");
    expect(visits(other)).toBe(1);
  });

  test("whose audit an operator requests during the audit", async () => {
    // Another time than the first audit's, which is due at some time of its first minutes.
    const due_at = timestamp(new Date(Date.now() + 3_600_000));
    const { website, message } = await setUp(async (website) => {
      const check = await findAudit(website);
      expect(check && (await reschedule(check, due_at))).toBe(true);
    });
    expect(await deliver([message])).toEqual(DONE);
    expect(await readFeed(website)).toEqual([]);
    expect(await findAudit(website)).toMatchObject({ due_at, results: [] });
  });
});

describe("a message", () => {
  test("that comes twice, at once or one after the other, is one audit", async () => {
    const { site, website, message } = await setUp();
    expect(await Promise.all([deliver([message]), deliver([message])])).toEqual([DONE, DONE]);
    const feed = await readFeed(website);
    const check = await findAudit(website);
    expect(await deliver([message, message])).toEqual(DONE);
    expect(visits(site)).toBe(1);
    expect(typesOf(feed)).toEqual([...new Set(typesOf(feed))]);
    expect(await readFeed(website)).toEqual(feed);
    expect(await findAudit(website)).toEqual(check);
  });

  test("whose worker has died is left alone until its claim ends, and then done", async () => {
    const { site, website, message } = await setUp();
    await claimed(website);
    expect(await deliver([message])).toEqual(DONE);
    expect(site.requests).toEqual([]);
    expect(await deliver([message], { clock: skippedPauses(HOUR_MS) })).toEqual(DONE);
    expect(typesOf(await readFeed(website))).toContain("website_summary");
  });

  test("whose workers die twice is then audited without its pages, and says so", async () => {
    const { site, website, message } = await setUp();
    for (const ahead of [0, HOUR_MS]) await claimed(website, Date.now() + ahead);
    expect(await deliver([message], { clock: skippedPauses(2 * HOUR_MS) })).toEqual(DONE);
    expect(site.requests).toEqual([]);
    expect(itemOf((await readFeed(website)) as TestFeedItem[], "website_unreadable")).toMatchObject(
      {
        data: { reason: "too_expensive" },
      },
    );
    // The next one reads the website again.
    const next = await dueMessage(website);
    expect(await deliver([next], { clock: skippedPauses(3 * HOUR_MS) })).toEqual(DONE);
    expect(typesOf(await readFeed(website))).toContain("website_summary");
  });

  test("whose audit can't be written is given back, without the others, and done then", async () => {
    const { website, message } = await setUp();
    const other = await setUp();
    let failures = 0;
    const end = interceptRequests((command, input) => {
      const isItsResult =
        command === "TransactWrite" && JSON.stringify(input).includes(website.uuid);
      if (!isItsResult || failures > 0) return;
      failures += 1;
      throw new Error("DynamoDB is away");
    });
    onTestFinished(end);
    const write = vi.spyOn(process.stdout, "write");
    onTestFinished(() => write.mockRestore());
    expect(await deliver([message, other.message])).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }],
    });
    const lines = write.mock.calls.map(([line]) => String(line));
    const errors = lines.filter((line) => line.startsWith('{"level":"error"'));
    expect(errors.map((line) => JSON.parse(line))).toMatchObject([
      { website_uuid: website.uuid, stack: expect.stringContaining("DynamoDB is away") },
    ]);
    expect(await readFeed(website)).toEqual([]);
    expect(typesOf(await readFeed(other.website))).toContain("website_summary");
    expect(await deliver([message])).toEqual(DONE);
    expect(typesOf(await readFeed(website))).toContain("website_summary");
  });
});
