import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { findAudit, monitorWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { audit, itemOf, typesOf } from "./auditing.ts";
import { page } from "./faultySite.ts";
import { monitorListedBusiness, newDomain, startServices } from "./localServices.ts";

beforeAll(() => allowLocalAddresses());

const inTwoSeconds = { auditMs: 2000, clock: systemClock };
const soon = { auditMs: 1000, clock: systemClock };

const never = () => {};

test("an audit of a slow website, with a page that never ends, ends in time, with what it has", async () => {
  const site = await serve(async ({ url }, response) => {
    if (url !== "/" && url !== "/robots.txt") await setTimeout(300);
    if (url === "/robots.txt" || url === "/sitemap.xml") return response.writeHead(404).end();
    if (url === "/0") return response.writeHead(200, { "content-type": "text/html" }).write("<p>");
    const links = Array.from({ length: 200 }, (_, index) => `<a href="/${index}">${index}</a>`);
    response.setHeader("content-type", "text/html").end(page("Slow", links.join(" ")));
  });
  const website = await monitorWebsite(site.url);
  const items = await audit(website, inTwoSeconds);
  expect(typesOf(items)).toContain("website_summary");
  expect(itemOf(items, "broken_links")?.data.links_broken_count).toBe(0);
  expect((await findAudit(website))?.results).toMatchObject([
    { outcome: expect.stringMatching(/^\d+ of 201 pages, limit: deadline$/) },
  ]);
});

test("an audit does not wait for services that never answer", async () => {
  const domain = newDomain();
  const { sources } = await startServices(domain, {
    "/pagespeedonline/v5/runPagespeed": never,
    "/dns.json": never,
    "/search": never,
  });
  const home = { "/": page("Home", "<h1>Home</h1>") };
  const site = await serve(home, { address: "127.0.0.1" });
  const website = await monitorListedBusiness(`http://${domain}:${site.port}`);
  const items = await audit(website, { ...inTwoSeconds, sources });
  const types = typesOf(items);
  expect(types).toEqual(expect.arrayContaining(["website_summary", "headings", "broken_links"]));
  for (const type of ["mobile_speed", "domain_age", "listings_summary"]) {
    expect(types).not.toContain(type);
  }
});

test("a website that never answers has had its time, and is tried again", async () => {
  const site = await serve(never);
  const website = await monitorWebsite(site.url);
  expect(itemOf(await audit(website, soon), "website_unreadable")).toBeDefined();
  expect((await findAudit(website))?.results).toMatchObject([
    { outcome: "unreadable: robots_txt_failed (robots.txt: deadline)" },
  ]);
});
