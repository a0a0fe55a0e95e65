import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UptimeDay, type UptimeDayRecord } from "../../../shared/entities/uptimeDay.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";
import { call } from "../../support/api.ts";
import { TIMESTAMP, UUID } from "../../support/expected.ts";
import { findAudit, type MonitoredWebsite, monitorWebsite } from "../../support/monitoring.ts";
import { type Site, type SiteRoutes, serve } from "../../support/site.ts";
import { audit, itemOf, setPlan, typesOf } from "./auditing.ts";
import { faultySite, page } from "./faultySite.ts";
import { trust } from "./trust.ts";

beforeAll(() => allowLocalAddresses());

describe("the first audit of a website", () => {
  test("writes all that it found, the summary last, and nothing else", async () => {
    const validTo = new Date(Date.now() + 90 * 86_400_000);
    const tls = trust({ validTo });
    const site = await serve(faultySite, { tls });
    const website = await monitorWebsite(site.url);
    const now = Date.now();
    const items = await audit(website);
    const about = `${site.url}/about`;
    const [home, first] = [`${site.url}/`, `${site.url}/blog/first`];
    const item = (type: string, status: string, data: object) => ({
      uuid: UUID,
      business_uuid: website.businessUuid,
      website_uuid: website.uuid,
      competitor_uuid: null,
      category: "website",
      type,
      status,
      data,
      created_at: TIMESTAMP,
      updated_at: null,
    });
    /** An item about findings, all of which are new. */
    const findings = (type: string, status: string, checked: number, details: object[]) =>
      item(type, status, {
        [`${type}_count`]: details.length,
        [`new_${type}_count`]: details.length,
        pages_checked_count: checked,
        details,
      });
    const detail = (code: string, severity: string, subject: string, pages: string[] = []) => ({
      ...{ uuid: expect.any(String), code, severity, subject },
      ...{ pages_count: pages.length, pages, is_new: true },
    });
    expect(items).toEqual([
      item("website_summary", "error", {
        ssl_valid: true,
        has_sitemap: true,
        ssl_enabled: true,
        ssl_expired: false,
        sitemap_issues: true,
        mobile_friendly: false,
        lighthouse_success: false,
        ssl_expiry_date: timestamp(validTo),
        bad_headings_count: 1,
        links_broken_count: 1,
        spelling_error_count_total: 1,
      }),
      item("website_summary_details", "info", {
        unchecked_count: 2,
        unchecked: [
          { what: "pages", reason: "robots_txt", count: 1 },
          { what: "links", reason: "robots_txt", count: 1 },
        ],
      }),
      findings("blog", "warning", 0, [detail("no_recent_post", "warning", home)]),
      findings("ssl", "success", 0, []),
      findings("mobile", "error", 3, [detail("no_viewport", "error", "", [about])]),
      findings("spelling", "warning", 3, [
        detail("misspelled_word", "warning", "recieve", [about]),
      ]),
      findings("headings", "info", 3, [
        detail("missing_description", "info", home, [home, about, first]),
        detail("missing_favicon", "info", `${site.url}/favicon.ico`, [home]),
        detail("missing_h1", "info", about, [about]),
        detail("missing_preview_image", "info", home, [home]),
      ]),
      findings("sitemap", "warning", 0, [
        detail("sitemap_broken_page", "warning", `${site.url}/not-there`),
      ]),
      item("broken_links", "warning", { links_broken_count: 1, new_links_broken_count: 1 }),
    ]);
    expect(site.requests).not.toContain("GET /private");
    // How much it covered is noted, and the next one is due within a day.
    const check = await findAudit(website);
    expect(check?.results).toEqual([
      { at: TIMESTAMP, outcome: "3 pages", duration: expect.any(Number) },
    ]);
    const due = Date.parse(check?.due_at ?? "");
    expect(due).toBeGreaterThan(now);
    expect(due).toBeLessThanOrEqual(Date.now() + 86_400_000);
  });
});

describe("another audit", () => {
  let pages: SiteRoutes;
  let site: Site;
  let website: MonitoredWebsite;

  beforeEach(async () => {
    pages = { "/": page("Home", '<h1>Home</h1><a href="/prices">Prices</a>') };
    site = await serve((request, response) => {
      const answer = pages[request.url ?? ""];
      const status = typeof answer === "object" ? (answer.status ?? 200) : answer ? 200 : 404;
      response.writeHead(status, { "content-type": "text/html" }).end(answer);
    });
    website = await monitorWebsite(site.url);
  });

  const prices = page("Prices", "<h1>Prices</h1>");

  test("writes a summary for each field that has changed, the uptime as well", async () => {
    pages["/prices"] = prices;
    await audit(website);
    await putDay(website, { observed: 86_400, down: 5400 });
    const [changed, ...others] = await audit(website);
    expect(changed).toMatchObject({
      type: "website_summary",
      data: { uptime_percentage: 93.75 },
    });
    expect(others).toEqual([]);
  });

  test("writes what has changed", async () => {
    pages["/prices"] = prices;
    await audit(website);
    pages["/prices"] = page("Prices", "<h1>Prices</h1><h3>Engines</h3>");
    const items = await audit(website);
    expect(typesOf(items)).toEqual(["headings", "website_summary"]);
    const data = itemOf(items, "headings")?.data;
    const { headings_count, new_headings_count, details } = data ?? {};
    expect([headings_count, new_headings_count]).toEqual([details.length, 1]);
    expect(details).toContainEqual(
      expect.objectContaining({ code: "skipped_level", is_new: true }),
    );
    expect(await audit(website)).toEqual([]);
  });

  test("that left something of another kind unchecked says so; another number alone is not told", async () => {
    const robots = (...paths: string[]) =>
      `User-agent: *\n${paths.map((path) => `Disallow: ${path}`).join("\n")}`;
    const details = async () =>
      itemOf(await audit(website), "website_summary_details")?.data.unchecked_count;
    pages["/prices"] = prices;
    expect(await details()).toBeUndefined();
    pages["/robots.txt"] = robots("/prices");
    expect(await details()).toBe(2);
    pages["/robots.txt"] = robots("/prices", "/team");
    pages["/"] = page("Home", '<h1>Home</h1><a href="/prices">P</a><a href="/team">T</a>');
    expect(await details()).toBeUndefined();
    delete pages["/robots.txt"];
    expect(await details()).toBe(0);
    pages["/"] = page("Home", '<h1>Home</h1><a href="/prices" rel="nofollow">P</a>');
    expect(itemOf(await audit(website), "website_summary_details")?.data).toEqual({
      unchecked_count: 1,
      unchecked: [{ what: "pages", reason: "nofollow", count: 1 }],
    });
  });

  test("names the languages whose spelling cannot be checked, until no page is in one", async () => {
    const details = async () => itemOf(await audit(website), "website_summary_details")?.data;
    pages["/prices"] = page("Ceny", "<h1>Ceny</h1>").replace('lang="en"', 'lang="pl-PL"');
    expect(await details()).toEqual({
      ...{ unchecked_count: 0, unchecked: [], unsupported_languages: ["pl"] },
    });
    expect(await details()).toBeUndefined();
    expect((await findAudit(website))?.memory.unsupported_languages).toEqual(["pl"]);
    pages["/prices"] = prices;
    expect(await details()).toEqual({ unchecked_count: 0, unchecked: [] });
    expect((await findAudit(website))?.memory.unsupported_languages).toBeUndefined();
  });
});

/** Stores the uptime figures of a day before today. */
async function putDay(
  { reseller, uuid }: MonitoredWebsite,
  figures: Partial<UptimeDayRecord> & { observed: number; down: number },
  daysAgo = 4,
) {
  const day = timestamp(new Date(Date.now() - daysAgo * 86_400_000)).slice(0, 10);
  const key = { reseller_uuid: reseller.uuid, uuid, day, expires_epoch: 4_000_000_000 };
  await UptimeDay.put({ ...key, looks: 288, failures: 18, times: {}, ...figures }).go();
}

test("slow responses of the day before are a finding, and no item of the feed", async () => {
  const site = await serve({ "/": page("Home", "<h1>Home</h1>") });
  const website = await monitorWebsite(site.url);
  // The class of three seconds.
  const figures = { observed: 86_400, down: 0, looks: 50, failures: 0, times: { 77: 50 } };
  await putDay(website, figures, 1);
  expect(typesOf(await audit(website))).not.toContain("downtime");
  const { reseller, uuid } = website;
  const query = { websiteUuid: uuid, code: "slow_responses" };
  const { data } = (await call("GET /v1/findings", { key: reseller.key, query })).body;
  expect(data).toMatchObject([{ type: "downtime", status: "open" }]);
});

describe("the summary", () => {
  test("has what is switched off as false, 0 or not at all", async () => {
    const site = await serve(faultySite, { tls: trust() });
    const website = await monitorWebsite(site.url);
    await setPlan(website, Object.fromEntries(planFeatures.map((feature) => [feature, false])));
    const items = await audit(website);
    expect(items).toMatchObject([{ type: "website_summary", status: "info" }]);
    expect(items[0]?.data).toEqual({
      ssl_expiry_date: null,
      ssl_valid: false,
      has_sitemap: false,
      ssl_enabled: false,
      ssl_expired: false,
      sitemap_issues: false,
      mobile_friendly: false,
      lighthouse_success: false,
      uptime_percentage: 100,
      bad_headings_count: 0,
      links_broken_count: 0,
      spelling_error_count_total: 0,
    });
    expect(site.requests).toEqual([]);
    expect((await findAudit(website))?.results).toMatchObject([
      { outcome: "nothing to check: the plan has every part switched off" },
    ]);
  });
});
