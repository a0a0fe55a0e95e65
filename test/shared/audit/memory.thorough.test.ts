import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { AnalysersAtWork } from "../../../functions/workers/audit/analysersAtWork.ts";
import { auditInThread } from "../../../functions/workers/audit/auditInThread.ts";
import { analysers } from "../../../shared/audit/analysers/index.ts";
import { crawl } from "../../../shared/audit/crawl/crawl.ts";
import type { Page } from "../../../shared/audit/pages/page.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/index.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { findAudit, monitorWebsite } from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { audit } from "./auditing.ts";
import { impatient } from "./crawl/crawlSite.ts";
import { largeSite } from "./largeSite.ts";

/** Pages are of 30 KB; their texts repeat some words, as a language does. */
const BYTES_A_PAGE = 6000;

beforeAll(() => allowLocalAddresses());

test("analysers keep a fraction of what they read, and nothing of the pages themselves", async () => {
  const pages = 30;
  const site = await serve(largeSite(pages));
  const { collected } = new AnalysersAtWork(analysers);
  const read: WeakRef<Page>[] = [];
  const seen = { add: (page: Page) => read.push(new WeakRef(page)) };
  const options = { ...impatient(), maxPages: pages, collected: [...collected, seen] };
  const { coverage } = await crawl(site.url, options);
  expect(coverage.pages).toBe(pages);
  // What was made in a turn of the event loop is not collected in it.
  await setImmediate();
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  expect(read.filter((page) => page.deref())).toEqual([]);
  const bytes = collected.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  expect(bytes / pages).toBeLessThan(BYTES_A_PAGE);
  expect(bytes / pages).toBeGreaterThan(0);
});

test("a website with ever more links is read in part, as far as its heap has room", async () => {
  const site = await serve(({ url = "" }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    const links = Array.from({ length: 5000 }, (_, n) => `<a href="${url}-${n}">${n}</a>`);
    response.setHeader("content-type", "text/html").end(`<p>${url}</p>${links.join(" ")}`);
  });
  const website = await monitorWebsite(site.url);
  await audit(website, { audit: auditInThread, clock: systemClock, auditMs: 25_000 });
  const [result] = (await findAudit(website))?.results ?? [];
  expect(result?.outcome).toMatch(/^\d+ of \d+ pages, limit: size$/);
});
