import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Examined } from "../../../functions/audit/analyser.ts";
import { HeadingsExamination } from "../../../functions/audit/analysers/headings.ts";
import { MobileExamination } from "../../../functions/audit/analysers/mobile.ts";
import { SpellingExamination } from "../../../functions/audit/analysers/spelling/spelling.ts";
import type { Page } from "../../../functions/audit/pages/page.ts";
import { readPage } from "../../../functions/audit/pages/readPage.ts";
import { createAnswer, faults } from "../../../infra/local/demo/site.ts";
import { startServer } from "../../../infra/local/http/server.ts";
import { examine, summaryOf } from "../../functions/audit/analysers/support.ts";
import { shown } from "../../support/pages.ts";
import { thoroughTest } from "../../support/runs.ts";
import { eventually, run } from "./support.ts";

/** The site in this process, and whether it was up after each toggle. */
async function startSite() {
  const toggles: boolean[] = [];
  const server = await startServer(
    createAnswer((isUp) => toggles.push(isUp)),
    { port: 0 },
  );
  onTestFinished(() => server.close(0));
  const url = `http://localhost:${server.port}`;
  const get = async (path: string) => {
    const response = await fetch(url + path, { redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { url, get, toggles, toggle: () => fetch(`${url}/toggle`, { method: "POST" }) };
}

/** All pages that a crawler comes to from the start page. */
async function readPages({ url, get }: Awaited<ReturnType<typeof startSite>>): Promise<Page[]> {
  const pages = new Map<string, Page>();
  const waiting = [`${url}/`];
  for (const at of waiting) {
    const { pathname } = new URL(at);
    if (pages.has(at) || pathname === "/private") continue;
    const { status, text, headers } = await get(pathname);
    if (!headers.get("content-type")?.startsWith("text/html")) continue;
    const page = readPage(text, { url: at, status, depth: 1 });
    pages.set(at, page);
    waiting.push(...page.links.map((link) => link.url));
  }
  return [...pages.values()];
}

describe("the demo site", () => {
  test("has the faults that it names, and no others", async () => {
    const site = await startSite();
    const pages = await readPages(site);
    const at = (path: string) => site.url + path;
    expect(pages.filter(({ status }) => status !== 200).map(({ url }) => url)).toEqual([
      at("/missing"),
    ]);
    const where = ({ faults = [] }: Partial<Examined> = {}) =>
      faults.map(({ code, pages }) => [code, ...pages]);
    const headings = await examine(new HeadingsExamination(), pages);
    expect(summaryOf(headings)).toEqual({ bad_headings_count: 4 });
    expect(where(headings).toSorted()).toEqual([
      ["empty_heading", at("/history")],
      ["missing_h1", at("/opening-hours")],
      ["several_h1", at("/team")],
      ["skipped_level", at("/prices")],
    ]);
    expect(where(await examine(new MobileExamination(), pages))).toEqual([
      ["no_viewport", at("/directions")],
    ]);
    const spelling = shown(new SpellingExamination(), pages).find();
    expect(summaryOf(spelling)).toEqual({ spelling_error_count_total: 3 });
    expect(spelling.faults?.map(({ pages }) => pages)).toEqual(Array(3).fill([at("/recipes")]));
  });

  test("redirects, and has robots.txt, a sitemap and a description of the business", async () => {
    const { url, get } = await startSite();
    const { status, headers } = await get("/old-prices");
    expect([status, headers.get("location")]).toEqual([301, "/prices"]);
    expect((await get("/robots.txt")).text).toBe(
      `User-agent: *\nDisallow: /private\n\nSitemap: ${url}/sitemap.xml\n`,
    );
    const { text: sitemap } = await get("/sitemap.xml");
    const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location = ""]) => location);
    expect(listed.filter((location) => !location.startsWith(`${url}/`))).toEqual([
      "https://example.com/elsewhere",
    ]);
    const statuses = new Map<string, number>();
    for (const location of listed.slice(0, -1)) {
      const { pathname } = new URL(location);
      statuses.set(pathname, (await get(pathname)).status);
    }
    expect([...statuses].filter(([, status]) => status !== 200)).toEqual([["/gone", 404]]);
    const { jsonLd } = readPage((await get("/")).text, { url, status: 200, depth: 0 });
    expect(jsonLd).toMatchObject([{ "@type": "Bakery", name: "Example Bakery" }]);
  });

  test("goes down and comes back without ending", async () => {
    const { get, toggle, toggles } = await startSite();
    expect(await (await toggle()).text()).toBe("down\n");
    for (const path of ["/", "/robots.txt", "/missing"]) expect((await get(path)).status).toBe(503);
    expect((await get("/toggle")).status).toBe(405);
    expect(await (await toggle()).text()).toBe("up\n");
    expect((await get("/")).status).toBe(200);
    expect(toggles).toEqual([false, true]);
  });
});

describe("npm run demo-site", () => {
  thoroughTest("prints the faults, says when the site goes down, and ends at Ctrl-C", async () => {
    const { child, output, exited } = run("infra/local/demo/site.ts", [], { PORT: "0" });
    const [, url = ""] = await eventually(() => /Website +(\S+)/.exec(output.stdout));
    await fetch(`${url}/toggle`, { method: "POST" });
    child.kill("SIGINT");
    const { code, stdout, stderr } = await exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const { path, fault } of faults) expect(stdout).toContain(`${path.padEnd(22)}${fault}\n`);
    expect(stdout).toContain(`curl -X POST ${url}/toggle\n`);
    expect(stdout).toMatch(/\nThe site is down: 503 for every page\.\n$/);
  });

  test("ends with one line and exit code 1 when the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const site = run("infra/local/demo/site.ts", [], { PORT: String(port) });
    expect(await site.exited).toEqual({
      code: 1,
      signal: null,
      stdout: "",
      stderr: `Port ${port} is already in use. Choose another, for example PORT=${port + 1}.\n`,
    });
  });
});
