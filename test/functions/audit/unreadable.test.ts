import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { replaceResolver } from "../../../shared/outbound/resolver.ts";
import { TIMESTAMP } from "../../support/expected.ts";
import { findCheck, type MonitoredWebsite, monitorWebsite } from "../../support/monitoring.ts";
import { type SiteRoutes, serve, startSite } from "../../support/site.ts";
import { audit, itemOf, typesOf } from "./auditing.ts";
import { page } from "./faultySite.ts";

const HOME = page("Home", "<h1>Home</h1>");
const HOUR_MS = 3_600_000;
const forbidAll = {
  headers: { "content-type": "text/plain" },
  body: "User-agent: *\nDisallow: /",
};

beforeAll(() => {
  allowLocalAddresses();
  replaceResolver(async (hostname) => {
    throw Object.assign(new Error(hostname), { code: "ENOTFOUND" });
  });
});

async function dueIn(website: MonitoredWebsite) {
  const check = await findCheck(website, "audit");
  return Date.parse(check?.due_at ?? "") - Date.now();
}

async function expectUnreadable(hostname: string, why: string) {
  const website = await monitorWebsite(hostname);
  expect(await audit(website)).toEqual([]);
  expect((await findCheck(website, "audit"))?.results).toEqual([
    { at: TIMESTAMP, outcome: `unreadable: ${why}`, duration: expect.any(Number) },
  ]);
  const wait = await dueIn(website);
  expect(wait).toBeGreaterThan(-1000);
  expect(wait).toBeLessThanOrEqual(HOUR_MS);
}

test.each<[string, SiteRoutes, string]>([
  ["is not there", {}, "404"],
  ["is down", { "/": { status: 503 } }, "503"],
  ["is forbidden by robots.txt", { "/robots.txt": forbidAll, "/": HOME }, "robots.txt forbids it"],
  ["has a robots.txt that fails", { "/robots.txt": { status: 500 }, "/": HOME }, "robots.txt: 500"],
  [
    "leads in circles",
    { "/": { status: 302, headers: { location: "/" } } },
    "redirects without end",
  ],
  ["is no HTML", { "/": { headers: { "content-type": "image/png" }, body: "" } }, "no HTML page"],
  [
    "asks to be left alone for an hour",
    {
      "/robots.txt": { status: 404, headers: {} },
      "/": { status: 429, headers: { "retry-after": "3600" } },
    },
    "429",
  ],
])(
  "a website whose start page %s gets no items, and is tried again within the hour",
  async (_, routes, why) => {
    await expectUnreadable((await serve(routes)).url, why);
  },
);

test("a website that refuses connections gets none either", async () => {
  const { url, close } = await startSite({});
  await close();
  await expectUnreadable(url, "robots.txt: refused (ECONNREFUSED)");
});

test("a website whose host is unknown gets none either", async () => {
  await expectUnreadable("gone.example", "robots.txt: dns (ENOTFOUND)");
});

test("it is tried less and less often, until that is as often as any other", async () => {
  const website = await monitorWebsite((await serve({})).url);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const hours: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    await audit(website);
    const wait = await dueIn(website);
    vi.setSystemTime(Date.now() + wait);
    hours.push(wait / HOUR_MS);
  }
  for (const [index, longest] of [1, 2, 4, 8, 16, 24, 24].entries()) {
    expect(hours[index]).toBeLessThanOrEqual(longest);
  }
  expect(hours.at(-1)).toBeCloseTo(24, 2);
});

test("what was known before stays so, and is no news when the website is back", async () => {
  let status = 200;
  const site = await serve((request, response) => {
    const body = '<h1>Home</h1><a href="/missing">Missing</a>';
    const isThere = request.url === "/" || status !== 200;
    response.writeHead(isThere ? status : 404, { "content-type": "text/html" });
    response.end(page("Home", body));
  });
  const website = await monitorWebsite(site.url);
  await audit(website);
  await audit(website);
  status = 503;
  expect(await audit(website)).toEqual([]);
  status = 200;
  expect(typesOf(await audit(website))).toEqual(["website_summary"]);
  expect((await findCheck(website, "audit"))?.results.map(({ outcome }) => outcome)).toEqual([
    "1 pages",
    "unreadable: robots.txt: 503",
    "1 pages",
    "1 pages",
  ]);
});

test("a website that redirects elsewhere is audited there, as that host's robots.txt allows", async () => {
  const there = await serve({
    "/robots.txt": { ...forbidAll, body: "User-agent: *\nDisallow: /private" },
    "/": page("Home", '<a href="/private">Private</a><a href="/prices">Prices</a>'),
    "/prices": page("Prices", "<h1>Prices</h1>"),
  });
  const here = await serve({ "/": { status: 301, headers: { location: `${there.url}/` } } });
  const website = await monitorWebsite(here.url);
  expect(itemOf(await audit(website), "headings")).toMatchObject({
    data: { bad_headings_count: 1, details: [{ url: `${there.url}/`, problem: "missing_h1" }] },
  });
  expect(there.requests).not.toContain("GET /private");
  expect(here.requests).toEqual(["GET /robots.txt", "GET /"]);
});
