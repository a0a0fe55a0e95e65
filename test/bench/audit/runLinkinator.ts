import { LinkChecker, LinkState } from "linkinator";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import type { LinkAudit } from "./linkAudit.ts";
import { LAST_PAGE, pathOf } from "./sitePages.ts";

/** linkinator's check of the same site, so many requests at a time. */
const { url, concurrency } = readInput<{ url: string; concurrency: number }>();

const found: Omit<LinkAudit, "effort"> = { pages: 0, links: [], broken: [] };
const effort = await effortOf(async () => {
  const checker = new LinkChecker();
  const pages = new Set([pathOf(0)]);
  checker.on("pagestart", (page) => pages.add(new URL(page).pathname));
  const { links } = await checker.check({ path: `${url}/`, recurse: true, concurrency });
  const http = links.filter((link) => /^https?:/.test(link.url));
  found.pages = Array.from({ length: LAST_PAGE + 1 }, (_, number) => pathOf(number)).filter(
    (path) => pages.has(path),
  ).length;
  found.links = distinct(http.map((link) => link.url));
  found.broken = distinct(
    http.filter(({ state }) => state === LinkState.BROKEN).map((link) => link.url),
  );
});
tellParent({ ...found, effort });

function distinct(urls: string[]): string[] {
  return [...new Set(urls.map((each) => each.replace(/#.*/, "")))];
}
