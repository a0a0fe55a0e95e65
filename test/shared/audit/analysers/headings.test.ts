import { describe, expect, it } from "vitest";
import { headings as analyser } from "../../../../shared/audit/analysers/headings.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { readPage } from "../../../../shared/audit/pages/readPage.ts";
import { examine, headings, page, summaryOf } from "./support.ts";

const START = { url: "https://example.com/", status: 200, isStart: true };

const findIn = (pages: Page[]) => examine(analyser.begin(), pages);
/** How often each fault is in a page with this outline, and the number of all. */
async function countsOf(outline: string) {
  const result = await findIn([page({ headings: headings(outline) })]);
  const counts: Record<string, number> = {};
  for (const { code, times = 0 } of result?.faults ?? [])
    counts[code] = (counts[code] ?? 0) + times;
  return { ...summaryOf(result), counts };
}

describe("the headings of a website", () => {
  it.each([
    "h1",
    "h1 h2 h3 h4 h5 h6",
    "h1 h2 h3 h1-",
    "h1 h2 h3 h4 h2 h3 h2",
    "h3 h1 h2", // The first may have any level.
    "h1 h4- h2", // Hidden ones are not there ...
    "h1 h2 h3- h3 h3-",
  ])("finds nothing wrong with %s", async (outline) => {
    expect(await countsOf(outline)).toEqual({ bad_headings_count: 0, counts: {} });
  });

  it.each([
    ["", { missing_h1: 1 }],
    ["h2 h3", { missing_h1: 1 }],
    ["h1- h2", { missing_h1: 1 }], // ... nor do they count as an h1.
    ["h1 h1", { several_h1: 1 }],
    ["h1 h1 h1", { several_h1: 1 }],
    ["h1!", { empty_heading: 1 }],
    ["h1 h2! h2!", { empty_heading: 2 }],
    ["h1 h3", { skipped_level: 1 }],
    ["h1 h3 h2 h4", { skipped_level: 2 }],
    ["h1 h2- h3", { skipped_level: 1 }],
    ["h1 h2! h3", { empty_heading: 1 }], // An empty heading has its place.
    ["h2! h4", { missing_h1: 1, empty_heading: 1, skipped_level: 1 }],
  ])("counts in '%s' %o", async (outline, counts: Record<string, number>) => {
    const bad_headings_count = Object.values(counts).reduce((a, b) => a + b);
    expect(await countsOf(outline)).toEqual({ bad_headings_count, counts });
  });

  it.each([
    [`<h2 aria-level="1">Title</h2>`],
    [`<h1>Title</h1><h4 aria-level="2">Part</h4>`],
    [`<div role="heading" aria-level="1">Title</div><div role="heading">Part</div>`],
    [`<h1>Title</h1><h4 role="tab">Tab</h4>`],
    [`<h1>Title</h1><h5 role="button">Open</h5>`],
    [`<h1>Title</h1><details><summary>More</summary><h4>Deep</h4></details>`],
    [`<h1>Title</h1><details><summary>More</summary><h2></h2></details>`],
    [`<details><summary><h1>Title</h1></summary><h4>Deep</h4></details>`],
    [`<h1>Title</h1><div inert><h4>Deep</h4></div>`],
    [`<h1>Title</h1><h2 aria-labelledby="x"></h2><span id="x">Name</span>`],
    [`<h1>Title</h1><h2 aria-label="Name"></h2>`],
    [`<h1>Title</h1><h4 role="doc-subtitle">Words</h4>`],
    [`<h1>Title</h1><h4 role="unknown none">Words</h4>`],
    [`<h1>Title</h1><h2 aria-level="0">Part</h2>`],
    [`<h1>Title</h1><details><details open><h4>Deep</h4></details></details>`],
    [`<h1 aria-level="6">Title</h1>`, "missing_h1"],
    [`<details><summary>More</summary><h1>Title</h1></details>`, "missing_h1"],
    [`<div inert><h1>Title</h1></div>`, "missing_h1"],
    [`<h1>Title</h1><h2 aria-level="9">Part 9</h2>`, "skipped_level"],
    [
      `<h1>Title</h1><details open><details open><h4>Deep</h4></details></details>`,
      "skipped_level",
    ],
    [`<h1>Title</h1><h2 aria-level="4">Part</h2>`, "skipped_level"],
  ])("judges %s as axe does in a browser: %s", async (html, ...codes) => {
    const body = `<title>Rooms</title>${html}<p>Words about rooms.</p>`;
    const result = await findIn([readPage(body, START)]);
    expect(result?.faults?.map(({ code }) => code)).toEqual(codes);
  });

  it("does not miss an h1 where a script makes the page", async () => {
    const script = (body: string) =>
      readPage(`<title>Shop</title>${body}<script src="/app.js"></script>`, START);
    const frame = '<noscript><iframe src="https://tags.example/ns"></iframe></noscript>';
    const shells = [
      '<div id="root"></div>',
      `${frame}<app-root>Loading... <a href="">Reload</a></app-root>`,
    ];
    expect(await findIn(shells.map(script))).toBeUndefined();
    const pages = [`<p>${"Text ".repeat(30)}</p>`, "<a href='/b'>Next</a>", "<h2>Title</h2>"];
    expect(await findIn(pages.map(script))).toMatchObject({ faults: [{ times: 3 }] });
    const still = readPage("<p>Soon</p>", START);
    expect(await findIn([still])).toMatchObject({ faults: [{ code: "missing_h1" }] });
  });

  it("says where", async () => {
    const [a, b] = ["https://example.com/a", "https://example.com/b"];
    const result = await findIn([
      page({ url: a, headings: headings("h2") }),
      page({ url: b, headings: headings("h1 h3") }),
    ]);
    expect(result?.faults).toEqual([
      {
        ...{ code: "missing_h1", subject: a, key: "", detail: {} },
        ...{ pages: [a], pages_count: 1, times: 1 },
      },
      {
        ...{ code: "skipped_level", subject: "h1 > h3 Text" },
        detail: { text: "Text", level: 3, position: 2 },
        ...{ pages: [b], pages_count: 1, times: 1 },
      },
    ]);
  });

  it("tells a fault that a template repeats once, with ten of its pages", async () => {
    const pages = Array.from({ length: 50 }, (_, place) =>
      page({ url: `https://example.com/${place}`, headings: headings("h1 h2! h2! h4") }),
    );
    const result = await findIn(pages);
    expect(summaryOf(result)).toEqual({ bad_headings_count: 150 });
    expect(result?.faults).toMatchObject([
      { code: "empty_heading", subject: "h2", pages_count: 50, times: 100, pages: { length: 10 } },
      { code: "skipped_level", subject: "h2 > h4 Text", pages_count: 50, times: 50 },
    ]);
  });
});
