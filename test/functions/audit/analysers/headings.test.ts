import { describe, expect, it } from "vitest";
import {
  HeadingFaults,
  headingsData,
  tellHeadings,
} from "../../../../functions/audit/analysers/headings.ts";
import type { Page } from "../../../../functions/audit/pages/page.ts";
import { readPage } from "../../../../functions/audit/pages/readPage.ts";
import { shown } from "../../../support/pages.ts";
import { headings, nothingIgnored, page } from "./support.ts";

const analyse = (pages: Page[]) => {
  const { material } = shown(new HeadingFaults(), pages);
  return material && tellHeadings(material, nothingIgnored).findings.headings;
};
const of = (...outlines: string[]) =>
  analyse(outlines.map((outline) => page({ headings: headings(outline) })));

const on = (url: string) => ({ url, pages_count: 1, pages: [url] });

describe("the headings of a website", () => {
  it.each([
    "h1",
    "h1 h2 h3 h4 h5 h6",
    "h1 h2 h3 h1-",
    "h1 h2 h3 h4 h2 h3 h2",
    "h3 h1 h2", // The first may have any level.
    "h1 h4- h2", // Hidden ones are not there ...
    "h1 h2 h3- h3 h3-",
  ])("finds nothing wrong with %s", (outline) => {
    expect(of(outline)).toMatchObject({ status: "success", data: { bad_headings_count: 0 } });
  });

  it.each([
    ["", { missing_h1_count: 1 }],
    ["h2 h3", { missing_h1_count: 1 }],
    ["h1- h2", { missing_h1_count: 1 }], // ... nor do they count as an h1.
    ["h1 h1", { several_h1_count: 1 }],
    ["h1 h1 h1", { several_h1_count: 1 }],
    ["h1!", { empty_heading_count: 1 }],
    ["h1 h2! h2!", { empty_heading_count: 2 }],
    ["h1 h3", { skipped_level_count: 1 }],
    ["h1 h3 h2 h4", { skipped_level_count: 2 }],
    ["h1 h2- h3", { skipped_level_count: 1 }],
    ["h1 h2! h3", { empty_heading_count: 1 }], // An empty heading has its place.
    ["h2! h4", { missing_h1_count: 1, empty_heading_count: 1, skipped_level_count: 1 }],
  ])("counts in '%s' %o", (outline, counts: Record<string, number>) => {
    const total = Object.values(counts).reduce((a, b) => a + b);
    expect(of(outline)).toMatchObject({
      status: "warning",
      data: { bad_headings_count: total, ...counts },
    });
  });

  it("does not miss an h1 where a script makes the page", () => {
    const script = (body: string) =>
      readPage(`<title>Shop</title>${body}<script src="/app.js"></script>`, {
        url: "https://example.com/",
        status: 200,
        depth: 0,
      });
    const frame = '<noscript><iframe src="https://tags.example/ns"></iframe></noscript>';
    const shells = [
      '<div id="root"></div>',
      `${frame}<app-root>Loading... <a href="">Reload</a></app-root>`,
    ];
    expect(analyse(shells.map(script))).toBeUndefined();
    const pages = [`<p>${"Text ".repeat(30)}</p>`, "<a href='/b'>Next</a>", "<h2>Title</h2>"];
    expect(analyse(pages.map(script))?.data.missing_h1_count).toBe(3);
    const still = readPage("<p>Soon</p>", { url: "https://example.com/", status: 200, depth: 0 });
    expect(analyse([still])?.data.missing_h1_count).toBe(1);
  });

  it("leaves out what is only shown in frames of other pages", () => {
    const framed = page({ headings: headings("h3 h5"), isFramed: true });
    expect(analyse([page(), framed])).toMatchObject({
      status: "success",
      data: { bad_headings_count: 0, pages_checked_count: 1 },
    });
  });

  it("sums over pages and says where", () => {
    const pages = [
      page({ url: "https://example.com/a", headings: headings("h2") }),
      page({ url: "https://example.com/b", headings: headings("h1 h3") }),
    ];
    expect(analyse(pages)?.data).toEqual({
      bad_headings_count: 2,
      missing_h1_count: 1,
      several_h1_count: 0,
      empty_heading_count: 0,
      skipped_level_count: 1,
      pages_checked_count: 2,
      details: [
        { problem: "missing_h1", ...on("https://example.com/a") },
        {
          problem: "skipped_level",
          heading: "h1 > h3 Text",
          text: "Text",
          level: 3,
          position: 2,
          ...on("https://example.com/b"),
        },
      ],
    });
  });

  it("tells a fault that a template repeats once, with three of its pages", () => {
    const pages = Array.from({ length: 50 }, (_, place) =>
      page({ url: `https://example.com/${place}`, headings: headings("h1 h2! h2! h4") }),
    );
    const { bad_headings_count, details } = analyse(pages)?.data ?? {};
    expect(bad_headings_count).toBe(150);
    expect(details).toMatchObject([
      { problem: "empty_heading", heading: "h2", level: 2, position: 2, pages_count: 50 },
      { problem: "skipped_level", heading: "h2 > h4 Text", pages_count: 50 },
    ]);
    expect(details?.[0]?.pages).toEqual([0, 1, 2].map((place) => `https://example.com/${place}`));
  });

  it("counts all faults but keeps 50 details of at most 300 characters", () => {
    const long = `https://example.com/${"x".repeat(500)}`;
    const pages = Array.from({ length: 60 }, (_, place) =>
      page({
        url: long,
        headings: [
          { level: 2, text: "", hidden: false },
          { level: 4, text: `${place}`, hidden: false },
        ],
      }),
    );
    const { data } = analyse(pages) ?? {};
    expect(data).toMatchObject({ bad_headings_count: 180, pages_checked_count: 60 });
    expect(data?.details).toHaveLength(50);
    expect(headingsData.parse(data)).toEqual(data);
  });

  it("has nothing to say without a page that was answered", () => {
    const pages = [page({ status: 404, headings: [] })];
    expect(analyse(pages)).toBeUndefined();
  });
});
