import { describe, expect, it } from "vitest";
import { BasicsOfPages } from "../../../../functions/audit/analysers/pageBasics/basicsOfPages.ts";
import {
  pageBasicsData,
  tellBasics,
} from "../../../../functions/audit/analysers/pageBasics/pageBasics.ts";
import type { Crawl } from "../../../../functions/audit/crawl/crawl.ts";
import { Site } from "../../../../functions/audit/crawl/site.ts";
import { readPage } from "../../../../functions/audit/pages/readPage.ts";
import { parseRobots } from "../../../../functions/audit/pages/robots.ts";
import type { BusinessRecord } from "../../../../shared/entities/business.ts";
import { shown } from "../../../support/pages.ts";
import { nothingIgnored } from "./support.ts";

const START = "https://www.cafe.example/";
const HEAD =
  '<title>Café</title><meta name="description" content="Cakes."><meta property="og:image" content="/c.png">';

interface Given {
  outcomes?: Crawl["outcomes"];
  phone_number?: string;
  startUrl?: string;
}

/** What is found on pages with this HTML: the start page, and others at /1, /2 and so on. */
function find(
  pages: string[],
  { outcomes = new Map(), phone_number, startUrl = START }: Given = {},
) {
  const site = new Site(startUrl, ["cafe.example"]);
  const read = pages.map((html, place) =>
    readPage(html, {
      url: place === 0 ? startUrl : `${startUrl}${place}`,
      status: 200,
      depth: place === 0 ? 0 : 1,
    }),
  );
  const crawl = { outcomes, site, startUrl, robots: parseRobots("", "us") } as unknown as Crawl;
  const facts = shown(new BasicsOfPages(), read, site).judge(crawl);
  const address = { phone_number, country_code: "GB" };
  const business = { address } as unknown as BusinessRecord;
  const { page_basics: finding } = tellBasics(facts, { business, ...nothingIgnored }).findings;
  if (finding) expect(pageBasicsData.parse(finding.data)).toEqual(finding.data);
  return finding;
}

const issuesOf = (...given: Parameters<typeof find>) => find(...given)?.data.issue_counts;
/** A start page without a fault, but for what its body has. */
const home = (body = "", head = "") => `${HEAD}${head}<h1>Café</h1>${body}`;
/** Another page without a fault. */
const other = (name: string, head = "") =>
  `<title>${name}</title><meta name="description" content="${name}">${head}<h1>${name}</h1>`;

describe("the basics of pages", () => {
  it("are right on an ordinary website", () => {
    const body = `<a href="tel:+44 20 7946 0123">Call</a> <a href="tel:1-800-CAKES">Call</a>
      <a href="mailto:info@cafe.example?subject=Hi">Mail</a><a href="mailto:?subject=See">Share</a>
      <img src="/line.png" alt=""><img src="/a.png" alt="A cake"><img src="/b.png" role="presentation">
      <img src="/c.png" aria-label="Tea"><template><img src="/d.png"></template>
      <img src="http://images.example/e.png" alt="Loaded by https">
      <p>We print "lorem ipsum dolor sit amet" on mugs.</p>
      <script type="application/ld+json">{"@graph":[
        {"@type":"Bakery","@id":"#us","name":"Café","telephone":"1"},
        {"@id":"#us","@type":"Bakery","address":{"postalCode":"N1"}},
        {"@type":"WebSite","publisher":{"@type":"Bakery","@id":"#us"}},
        {"@type":"Store","@id":"#other"}]}</script>
      <script type="application/ld+json"> </script>`;
    const canonical = '<link rel="canonical" href="https://cafe.example/">';
    const finding = find([home(body, canonical), other("Cakes")]);
    expect(finding).toEqual({
      status: "success",
      data: { issues_count: 0, issue_counts: {}, pages_checked_count: 2, details: [] },
    });
  });

  it("say nothing if there was no page", () => {
    expect(find([])).toBeUndefined();
  });

  it.each([
    ["start_page_noindex", '<meta name="robots" content="noindex">'],
    ["start_page_noindex", '<meta name="googlebot" content="none">'],
    ["canonical_elsewhere", '<link rel="canonical" href="https://staging.cafe.example/">'],
    ["broken_json_ld", '<script type="application/ld+json">{"@type":"Bakery",}</script>'],
    [
      "incomplete_business",
      '<script type="application/ld+json">{"@type":"Bakery","name":"C"}</script>',
    ],
    ["broken_phone_link", '<a href="tel:">Call</a>'],
    ["broken_phone_link", '<a href="tel:12">Call</a>'],
    ["broken_mail_link", '<a href="mailto:info">Mail</a>'],
    ["broken_mail_link", '<a href="mailto:info@cafe">Mail</a>'],
    ["image_without_alt", '<img src="/a.png">'],
    ["image_without_alt", '<img src="/a.png" aria-label=" ">'],
    ["mixed_content", '<script src="http://cdn.example/a.js"></script>'],
    ["mixed_content", '<iframe src="http://cdn.example/"></iframe>'],
    ["placeholder_text", "<p>Lorem ipsum dolor sit amet, consectetur</p>"],
    [
      "placeholder_text",
      "<p>Willkommen bei WordPress. Dies ist dein erster Beitrag. Bearbeite ihn</p>",
    ],
  ])("have a fault: %s by %s", (issue, html) => {
    expect(issuesOf([home(html)])).toEqual({ [issue]: 1 });
  });

  it("need a title, a description and a preview image", () => {
    expect(issuesOf(["<title> </title><p>Hello</p>"])).toEqual({
      missing_title: 1,
      missing_description: 1,
      missing_preview_image: 1,
    });
  });

  it("compare titles and descriptions of pages that search engines list", () => {
    const same = other("Cakes");
    const closed = other("Cakes", '<meta name="robots" content="noindex">');
    const elsewhere = other("Cakes", `<link rel="canonical" href="${START}">`);
    expect(issuesOf([home(), same, closed, elsewhere])).toEqual({});
    expect(find([home(), same, same])?.data.details).toEqual([
      {
        issue: "duplicate_title",
        detail: "Cakes",
        url: `${START}1`,
        pages_count: 2,
        pages: [`${START}1`, `${START}2`],
      },
      expect.objectContaining({ issue: "duplicate_description", pages_count: 2 }),
    ]);
  });

  it("are many pages that are closed only if they are half of five or more", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const closed = names.map((name) => other(name, '<meta name="robots" content="noindex">'));
    expect(issuesOf([home(), ...closed.slice(0, 4)])).toEqual({});
    expect(issuesOf([home(), ...closed.slice(0, 5)])).toEqual({ many_pages_noindex: 5 });
    expect(
      issuesOf([
        home(),
        ...names.slice(0, 5).map((name) => other(`open ${name}`)),
        ...closed.slice(0, 5),
      ]),
    ).toEqual({});
  });

  it("know what the audit was answered", () => {
    const canonical = `<link rel="canonical" href="${START}gone">`;
    const outcomes = new Map([
      [`${START}gone`, { status: 404, mitigated: false }],
      [START, { status: 200, mitigated: false, noindex: true as const }],
    ]);
    expect(issuesOf([home(), other("Cakes", canonical)], { outcomes })).toEqual({
      start_page_noindex: 1,
      canonical_broken: 1,
    });
  });

  it("compare the business's number with those of links", () => {
    const links = '<a href="tel:02079460123">Call</a><a href="tel:+44 20 7946 0999">Call</a>';
    expect(issuesOf([home(links)], { phone_number: "+442079460123" })).toEqual({});
    expect(issuesOf([home()], { phone_number: "+442079460555" })).toEqual({});
    expect(find([home(links)], { phone_number: "+442079460555" })?.data.details).toMatchObject([
      { issue: "other_phone", detail: "02079460123, +44 20 7946 0999" },
    ]);
  });

  it("want https", () => {
    expect(issuesOf([home()], { startUrl: "http://www.cafe.example/" })).toEqual({ no_https: 1 });
  });

  it("count pages by kind, and every different fault", () => {
    const images = Array.from({ length: 80 }, (_, place) => `<img src="/${place}.png">`).join("");
    const link = '<a href="tel:02079460123">Call</a>';
    const found = find([home(images + link), other("a", "<img src='/0.png'>")], {
      phone_number: "+442079460555",
    });
    expect(found?.data).toMatchObject({
      issues_count: 81,
      issue_counts: { image_without_alt: 2, other_phone: 1 },
    });
    expect(found?.data.details).toHaveLength(50);
    expect(found?.data.details[0]).toMatchObject({ issue: "other_phone" });
  });

  it("tell a fault that a template repeats once", () => {
    const pages = ["a", "b", "c", "d"].map((name) => other(name, "<img src='/logo.png'>"));
    expect(find([home(), ...pages])?.data).toMatchObject({
      issues_count: 1,
      issue_counts: { image_without_alt: 4 },
      details: [
        { detail: "/logo.png", pages_count: 4, pages: [`${START}1`, `${START}2`, `${START}3`] },
      ],
    });
  });
});
