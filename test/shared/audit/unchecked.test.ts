import { describe, expect, test, vi } from "vitest";
import { blog } from "../../../shared/audit/analysers/blog.ts";
import { brokenLinks } from "../../../shared/audit/analysers/brokenLinks/brokenLinks.ts";
import { headings } from "../../../shared/audit/analysers/headings.ts";
import { pageBasics } from "../../../shared/audit/analysers/pageBasics/pageBasics.ts";
import { spelling } from "../../../shared/audit/analysers/spelling/spelling.ts";
import { uncrawled } from "../../../shared/audit/crawl/crawl.ts";
import { readPage } from "../../../shared/audit/pages/readPage.ts";
import { allowAll } from "../../../shared/audit/pages/robots.ts";
import { answering, examine } from "./analysers/support.ts";

const START = "https://www.cafe.example/";
const at = { url: START, status: 200, isStart: true };

/** The most that is read of each thing on a page, and HTML with a number of it. */
const limits: [what: string, most: number, html: (count: number) => string][] = [
  ["text", 200_000, (count) => `<p>${"a ".repeat(count / 2)}</p>`.repeat(2)],
  [
    "JSON-LD",
    262_144,
    (count) => `<script type="application/ld+json">["${"x".repeat(count)}"]</script>`,
  ],
  ["links", 5000, (count) => '<a href="/x">x</a>'.repeat(count)],
  ["headings", 2000, (count) => "<h2>x</h2>".repeat(count)],
  ["labels", 1000, (count) => repeat(count, (each) => `<button>${each}</button>`)],
  ["images", 1000, (count) => '<img src="/x">'.repeat(count)],
  ["mail links", 200, (count) => '<a href="mailto:us@cafe.example">x</a>'.repeat(count)],
  ["telephone links", 200, (count) => '<a href="tel:123">x</a>'.repeat(count)],
  ["meta elements", 200, (count) => repeat(count, (each) => `<meta name="x${each}" content="x">`)],
  [
    "feeds",
    200,
    (count) => '<link rel="alternate" type="application/rss+xml" href="/x">'.repeat(count),
  ],
  ["nested elements", 1000, (count) => "<div>".repeat(count)],
  ["captured texts", 20, (count) => "<div role=heading>".repeat(count)],
  ["attributes of an element", 100, (count) => `<p ${repeat(count, (each) => `a${each} `)}></p>`],
];

function repeat(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join("");
}

test.each(limits)("a page is cut by its %s beyond %i, and says so", (what, most, html) => {
  expect(readPage(html(most + 1), at).cut).toEqual([
    expect.stringContaining(`(${what} beyond ${most})`),
  ]);
  expect(readPage(html(Math.floor(most / 2)), at).cut).toEqual([]);
});

/** A fault or fact, and whether the analysers know of it; `before` is what they say of the other pages alone. */
type Found = Awaited<ReturnType<typeof findAll>>;
type IsFound = (examined: Found, before: Found) => boolean;
const faults: Record<string, [html: string, isFound: IsFound]> = {
  link: ['<a href="/gone">x</a>', ({ subjects }) => subjects.includes(`${START}gone`)],
  heading: ["<h1>x</h1><h4>Last</h4>", ({ subjects }) => subjects.includes("h1 > h4 Last")],
  word: ["<p>You will recieve it.</p>", ({ subjects }) => subjects.includes("recieve")],
  image: ['<img src="/last.png">', ({ codes }) => codes.includes("image_without_alt")],
  telephone: ['<a href="tel:1">x</a>', ({ codes }) => codes.includes("broken_phone_link")],
  mail: ['<a href="mailto:x">x</a>', ({ codes }) => codes.includes("broken_mail_link")],
  structured: [
    '<script type="application/ld+json">{"@type":"Bakery",}</script>',
    ({ codes }) => codes.includes("broken_json_ld"),
  ],
  feed: [
    '<link rel="alternate" type="application/rss+xml" href="/last.rss">',
    ({ requested, unread }, before) =>
      requested.includes(`${START}last.rss`) || unread.feeds > before.unread.feeds,
  ],
};

/** A page with some of everything, but no more of anything than is read. */
function fullPage(page: number): string {
  return repeat(20, (index) => {
    const name = `${page}-${index}`;
    return `<h1>x</h1><h4>${name}</h4><a href="/${name}">x</a><img src="/${name}.png"><a href="mailto:${name}">x</a>
      <a href="tel:${page}">x</a>
      <link rel="alternate" type="application/rss+xml" href="/${name}.rss"><p>recieve ${name}</p>
      <script type="application/ld+json">{"@type":"Bakery","name":"${name}"}</script>`;
  });
}

async function findAll(pages: string[]) {
  const { coverage, ...crawled } = uncrawled(START);
  const read = { coverage: { ...coverage, pages: pages.length }, robots: allowAll() };
  const crawl = { ...crawled, ...read, startUrl: START };
  const client = answering(() => ({ status: 404 }));
  const input = { crawl, client, deadline: 0, now: new Date() };
  const shown = pages.map((html, place) => {
    const url = place === 0 ? START : `${START}${place}`;
    const page = readPage(`<html lang=en><link rel=icon href="data:,">${html}`, {
      ...at,
      url,
      isStart: place === 0,
    });
    expect(page.cut).toEqual([]);
    return page;
  });
  const analysers = [brokenLinks, headings, pageBasics, spelling, blog];
  const examined = await Promise.all(analysers.map((each) => examine(each.begin(), shown, input)));
  const findings = examined.flatMap((each) => each?.faults ?? []);
  const unchecked = examined.flatMap((each) => each?.unchecked ?? []);
  const countOf = (what: string) =>
    unchecked.reduce((sum, each) => sum + (each.what === what ? each.count : 0), 0);
  return {
    subjects: findings.map(({ subject }) => subject),
    // On the last page.
    codes: findings.flatMap(({ code, pages_count, times = 0 }) =>
      times >= pages.length || pages_count === 1 ? code : [],
    ),
    requested: vi.mocked(client.request).mock.calls.map(([url]) => url),
    unread: { feeds: countOf("feeds") },
  };
}

describe("whatever the pages before have", () => {
  const full = Array.from({ length: 30 }, (_, page) => fullPage(page));
  const all = Object.values(faults).map(([html]) => html);
  const before = findAll(full);
  const behind = findAll([...full, all.join("")]);

  test.each(Object.keys(faults))("%s: found, or listed as unchecked", async (name) => {
    const [html = "", isFound = () => false] = faults[name] ?? [];
    const without = await findAll(["<p>Tea.</p>"]);
    expect(isFound(await findAll([html]), without)).toBe(true);
    expect(isFound(without, without)).toBe(false);
    expect(isFound(await behind, await before)).toBe(true);
  });
});
