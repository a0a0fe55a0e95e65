import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { Maintenance } from "../../../shared/entities/maintenance.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { replaceResolver } from "../../../shared/platform/outbound/resolver.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { probeWebsite } from "../../../shared/uptime/probeWebsite.ts";
import { TIMESTAMP } from "../../support/expected.ts";
import {
  findAudit,
  type MonitoredWebsite,
  monitorWebsite,
  readFeed,
} from "../../support/monitoring.ts";
import { type SiteRoutes, serve } from "../../support/site.ts";
import { startRawServer } from "../platform/outbound/rawServer.ts";
import { audit, itemOf, requestedAudit, setPlan, typesOf } from "./auditing.ts";
import { page } from "./faultySite.ts";

const HOME = page("Home", "<h1>Home</h1>");
const MINUTE_MS = 60_000;
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
  const check = await findAudit(website);
  // Pauses that the test skips are part of an audit's time.
  return Date.parse(check?.due_at ?? "") - Date.parse(check?.results[0]?.at ?? "");
}

/** Expects that the feed says why it can't be read, and nothing else. */
async function expectUnreadable(hostname: string, why: string, ...code: string[]) {
  const website = await monitorWebsite(hostname);
  const items = await audit(website);
  expect(typesOf(items)).toEqual(["website_unreadable"]);
  expect(itemOf(items, "website_unreadable")).toMatchObject({
    category: "website",
    status: "warning",
    data: { is_readable: false, reason: code[0] ?? why, unreadable_since: TIMESTAMP },
  });
  expect(itemOf(items, "website_unreadable")?.data.technical).toBe(code[1]);
  expect((await findAudit(website))?.results).toEqual([
    { at: TIMESTAMP, outcome: `unreadable: ${why}`, duration: expect.any(Number) },
  ]);
  expect(await dueIn(website)).toBe(60 * MINUTE_MS);
}

test("what can't be read in a maintenance window is no news", async () => {
  const site = await serve({ "/": { status: 503 } });
  const website = await monitorWebsite(site.url);
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  const [starts_at, ends_at] = [-1, 1].map((hours) =>
    timestamp(new Date(Date.now() + hours * 60 * MINUTE_MS)),
  );
  const window = { uuid: newUuid(), starts_at: String(starts_at), ends_at: String(ends_at) };
  const windows = [{ ...window, created_at: String(starts_at) }];
  await Maintenance.put({ ...key, revision: 1, windows }).go();
  expect(await audit(website)).toEqual([]);
  const check = await findAudit(website);
  expect(check).toMatchObject({ memory: {} });
  expect(check?.results).toMatchObject([{ outcome: "unreadable: 503, in a maintenance window" }]);
  // When that is over, it is news.
  await Maintenance.delete(key).go();
  expect(typesOf(await audit(website))).toContain("website_unreadable");
});

test.each<[string, SiteRoutes, ...string[]]>([
  ["is not there", {}, "404", "http_4xx", "http 404"],
  ["is down", { "/": { status: 503 } }, "503", "http_5xx", "http 503"],
  ["is forbidden by robots.txt", { "/robots.txt": forbidAll, "/": HOME }, "robots_txt"],
  [
    "has a robots.txt that fails",
    { "/robots.txt": { status: 500 }, "/": HOME },
    "robots_txt_failed (robots.txt: 500)",
    "robots_txt_failed",
    "robots.txt: 500",
  ],
  ["leads in circles", { "/": { status: 302, headers: { location: "/" } } }, "redirect_loop"],
  [
    "leads to what is no website",
    { "/": { status: 302, headers: { location: "mailto:owner@example.com" } } },
    "invalid_url",
  ],
  ["is no HTML", { "/": { headers: { "content-type": "image/png" }, body: "" } }, "no_html"],
  [
    "asks to be left alone for an hour",
    {
      "/robots.txt": { status: 404, headers: {} },
      "/": { status: 429, headers: { "retry-after": "3600" } },
    },
    "429",
    "bot_wall",
    "http 429",
  ],
])(
  "a website whose start page %s is said to be unreadable, and tried again in an hour",
  async (_, routes, why = "", ...code) => {
    await expectUnreadable((await serve(routes)).url, why, ...code);
  },
);

test("so is a website whose answers Node's parser refuses, though it is up", async () => {
  const server = await startRawServer((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nServer: a\r\n b\r\ncontent-type: text/html\r\n\r\n${HOME}`),
  );
  onTestFinished(() => server.close());
  expect(await probeWebsite(server.url)).toMatchObject({ verdict: "up" });
  const code = "HPE_INVALID_HEADER_TOKEN";
  await expectUnreadable(server.url, `malformed_answer (${code})`, "malformed_answer", code);
});

test("it is not tried again less often than any other", async () => {
  const website = await monitorWebsite((await serve({})).url);
  await setPlan(website, { audit_interval_minutes: 10 });
  await audit(website);
  expect(await dueIn(website)).toBe(10 * MINUTE_MS);
});

test("it has an item when that begins and when it ends, and a summary when it can be read", async () => {
  let status = 503;
  const site = await serve((_, response) => {
    response.writeHead(status, { "content-type": "text/html" }).end(HOME);
  });
  const website = await monitorWebsite(site.url);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const after = async (hours: number) => {
    vi.setSystemTime(Date.now() + hours * 60 * MINUTE_MS);
    return typesOf(await audit(website));
  };
  expect(await after(0)).toEqual(["website_unreadable"]);
  status = 500;
  expect(await after(25)).toEqual([]);
  status = 200;
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  const items = await audit(website);
  expect(itemOf(items, "website_unreadable")).toMatchObject({
    status: "success",
    data: {
      is_readable: true,
      reason: "robots_txt_failed",
      technical: "robots.txt: 503",
      unreadable_since: TIMESTAMP,
      readable_since: TIMESTAMP,
    },
  });
  const [summary] = items;
  expect(summary).toMatchObject({ type: "website_summary", updated_at: null });
  status = 404;
  expect(await after(2)).toEqual(["website_unreadable"]);
  // No summary is written by an audit that has read nothing, even if it was requested.
  expect(await after(1)).toEqual([]);
  expect(itemOf(await readFeed(website), "website_summary")).toEqual(summary);
  expect(typesOf(await requestedAudit(website))).toEqual(["website_unreadable"]);
});

test("a website that redirects elsewhere is audited there, as that host's robots.txt allows", async () => {
  const there = await serve({
    "/robots.txt": { ...forbidAll, body: "User-agent: *\nDisallow: /private" },
    "/": page("Home", '<a href="/private">Private</a><a href="/prices">Prices</a>'),
    "/prices": page("Prices", "<h1>Prices</h1>"),
  });
  const here = await serve({ "/": { status: 301, headers: { location: `${there.url}/` } } });
  const website = await monitorWebsite(here.url);
  expect(itemOf(await audit(website), "headings")?.data.details).toContainEqual(
    expect.objectContaining({ code: "missing_h1", pages: [`${there.url}/`] }),
  );
  expect(there.requests).not.toContain("GET /private");
  expect(here.requests).toEqual(["GET /robots.txt", "GET /"]);
});
