import { describe, expect, it } from "vitest";
import { pageBasics } from "../../../../shared/audit/analysers/pageBasics/pageBasics.ts";
import type { Crawl } from "../../../../shared/audit/crawl/crawl.ts";
import { Site } from "../../../../shared/audit/crawl/site.ts";
import type { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { readPage } from "../../../../shared/audit/pages/readPage.ts";
import { parseRobots } from "../../../../shared/audit/pages/robots.ts";
import { businessOf, examine } from "./support.ts";

const START = "https://www.cafe.example/";
const HEAD =
  '<title>Café</title><meta name="description" content="Cakes."><meta property="og:image" content="/c.png"><link rel="icon" href="data:,">';

interface Given {
  outcomes?: Crawl["outcomes"];
  phone_number?: string;
  startUrl?: string;
  /** What addresses answered, to the link checker or now: a status and a content type, or a page. */
  answers?: Record<string, { status?: number; type?: string; bytes?: number; html?: string }>;
  paths?: string[];
  /** Other hosts that redirect to the website. */
  aliases?: string[];
  /** No time is left for a request. */
  isLate?: boolean;
}

/** What is found on pages with this HTML: the start page, and others at /1, /2 and so on. */
async function find(
  pages: string[],
  { outcomes = new Map(), phone_number, startUrl = START, answers = {}, ...others }: Given = {},
) {
  const site = new Site(startUrl, others.aliases ?? ["cafe.example"]);
  const read = pages.map((html, place) =>
    readPage(html, {
      url: startUrl + (others.paths?.[place] ?? (place || "")),
      status: 200,
      isStart: place === 0,
    }),
  );
  const crawl = { outcomes, site, startUrl, robots: parseRobots("", "us") } as unknown as Crawl;
  const fetched = Object.entries(answers).map(([url, { status = 200, type, bytes = 0 }]) => {
    const isHtml = (type ?? "text/html") === "text/html";
    return [url, { outcome: { status, mitigated: false }, bytes, isHtml }] as const;
  });
  const requests: string[] = [];
  const client = {
    answers: new Map(fetched),
    async request(url: string) {
      requests.push(url);
      if (others.isLate) return undefined;
      const { status = 200, html = "" } = answers[url] ?? { status: 404 };
      const headers = { "content-type": "text/html; charset=utf-8" };
      return { url, status, headers, body: Buffer.from(html), redirects: [] };
    },
  };
  const business = businessOf({ phone_number: phone_number ?? "", country_code: "GB" });
  const tools = { client: client as unknown as PoliteClient, deadline: 0 };
  const result = await examine(pageBasics.begin(), read, { ...tools, crawl, business });
  expect(requests.length).toBeLessThan(2);
  return result;
}

/** On how many pages each kind of fault is. */
async function issuesOf(...input: Parameters<typeof find>) {
  const byCode = Map.groupBy((await find(...input))?.faults ?? [], ({ code }) => code);
  const pagesOf = [...byCode].map(([code, faults]) => {
    return [code, new Set(faults.flatMap(({ pages }) => pages)).size];
  });
  return Object.fromEntries(pagesOf);
}
/** A start page without a fault, but for what its body has. */
const home = (body = "", head = "") => `${HEAD}${head}<h1>Café</h1>${body}`;
/** Another page without a fault. */
const other = (name: string, head = "") =>
  `<title>${name}</title><meta name="description" content="${name}">${head}<h1>${name}</h1>`;

describe("the basics of pages", () => {
  it("are right on an ordinary website", async () => {
    const body = `<a href="tel:+44 20 7946 0123">Call</a> <a href="tel:1-800-CAKES">Call</a>
      <a href="mailto:info@cafe.example?subject=Hi">Mail</a><a href="mailto:?subject=See">Share</a>
      <img src="/line.png" alt=""><img src="/a.png" alt="A cake"><img src="/b.png" role="presentation">
      <img src=""><img href="/c.png"><img src="/c.png" aria-label="Tea"><template><img src="/d.png"></template>
      <img src="http://images.example/e.png" alt="Loaded by https">
      <p>We print "lorem ipsum dolor sit amet" on mugs.</p>
      <script type="application/ld+json"> </script>`;
    const canonical = '<link rel="canonical" href="https://cafe.example/">';
    const finding = await find([home(body, canonical), other("Cakes")]);
    expect(finding).toMatchObject({ faults: [], more_count: 0, pages_checked_count: 2 });
  });

  it.each([
    ["start_page_noindex", '<meta name="robots" content="noindex">'],
    ["start_page_noindex", '<meta name="googlebot" content="none">'],
    ["canonical_elsewhere", '<link rel="canonical" href="https://staging.cafe.example/">'],
    ["broken_json_ld", '<script type="application/ld+json">{"@type":"Bakery",}</script>'],
    ["broken_phone_link", '<a href="tel:">Call</a>'],
    ["broken_phone_link", '<a href="tel:12">Call</a>'],
    ["broken_mail_link", '<a href="mailto:info">Mail</a>'],
    ["broken_mail_link", '<a href="mailto:info@cafe">Mail</a>'],
    ["image_without_alt", '<img src="/a.png">'],
    ["image_without_alt", '<img srcset="/a.png 2x">'],
    ["image_without_alt", '<img src="/a.png" aria-label=" ">'],
    ["mixed_content", '<script src="http://cdn.example/a.js"></script>'],
    ["mixed_content", '<iframe src="http://cdn.example/"></iframe>'],
    ["placeholder_text", "<p>Lorem ipsum dolor sit amet, consectetur</p>"],
    [
      "placeholder_text",
      "<p>Willkommen bei WordPress. Dies ist dein erster Beitrag. Bearbeite ihn</p>",
    ],
  ])("have a fault: %s by %s", async (issue, html) => {
    expect(await issuesOf([home(html)])).toEqual({ [issue]: 1 });
  });

  it("need a title, a description and a preview image", async () => {
    expect(await issuesOf(["<title> </title><p>Hello</p>"])).toEqual({
      missing_title: 1,
      missing_description: 1,
      missing_preview_image: 1,
    });
  });

  it("compare titles and descriptions of pages that search engines list", async () => {
    const same = other("Cakes");
    const closed = other("Cakes", '<meta name="robots" content="noindex">');
    const elsewhere = other("Cakes", `<link rel="canonical" href="${START}">`);
    expect(await issuesOf([home(), same, closed, elsewhere])).toEqual({});
    expect((await find([home(), same, same]))?.faults).toEqual([
      {
        ...{ code: "duplicate_title", subject: "Cakes", detail: {}, times: 2 },
        ...{ pages_count: 2, pages: [`${START}1`, `${START}2`] },
      },
      expect.objectContaining({ code: "duplicate_description", pages_count: 2 }),
    ]);
  });

  it.each([
    ["c?a", "c?b"],
    ["c/", "c/index.html?a"],
    ["c/", "c/index.php"],
  ])("take %s and %s for one page", async (...paths) => {
    const cakes = other("Cakes");
    const finding = await find([home(), cakes, cakes], { paths: ["", ...paths] });
    expect(finding?.faults).toEqual([]);
  });

  it("know what the audit was answered", async () => {
    const canonical = `<link rel="canonical" href="${START}gone">`;
    const outcomes = new Map([
      [`${START}gone`, { status: 404, mitigated: false }],
      [START, { status: 200, mitigated: false, noindex: true as const }],
    ]);
    const finding = await find([home(), other("Cakes", canonical)], { outcomes });
    expect(finding?.faults).toMatchObject([
      { code: "start_page_noindex" },
      {
        ...{ code: "canonical_elsewhere", subject: `${START}gone` },
        detail: { reason: "http_4xx", technical: "http 404" },
      },
    ]);
  });

  it("compare the business's number with those of links", async () => {
    const links = '<a href="tel:02079460123">Call</a><a href="tel:+44 20 7946 0999">Call</a>';
    expect(await issuesOf([home(links)], { phone_number: "+442079460123" })).toEqual({});
    expect(await issuesOf([home()], { phone_number: "+442079460555" })).toEqual({});
    const short =
      '<a href="tel:112">Help</a><a href="tel:999">Help</a><a href="tel:*100%23">Credit</a>';
    expect(await issuesOf([home(short)], { phone_number: "+442079460555" })).toEqual({});
    const expected = [{ code: "other_phone", subject: "+44 20 7946 0999, 02079460123" }];
    const reversed = '<a href="tel:+44 20 7946 0999">Call</a><a href="tel:02079460123">Call</a>';
    for (const each of [links, reversed]) {
      const result = await find([home(each)], { phone_number: "+442079460555" });
      expect(result?.faults).toMatchObject(expected);
    }
  });

  it.each([
    ["a large file", { "/a.jpg": 1_048_577 }, { large_file: 1 }],
    ["a file of 1 MB", { "/a.jpg": 1_048_576 }, {}],
    [
      "sizes of what is lazy, a choice or a film",
      { "/b": 4e6, "/c": 4e6, "/d": 4e6, "/e": 4e6 },
      {},
    ],
  ])("know from the answers of others: %s", async (_name, sizes, issues) => {
    const body = `<img src="/a.jpg" alt=""><img src="/b" alt="" loading="lazy"><video src="/c"></video>
      <picture><source srcset="/f"><img src="/d" alt=""></picture><img src="/e" srcset="/f" alt="">`;
    const answers = Object.fromEntries(
      Object.entries(sizes).map(([path, bytes]) => [new URL(path, START).href, { bytes }]),
    );
    expect(await issuesOf([home(body)], { answers })).toEqual(issues);
  });

  const noIcon = home().replace('<link rel="icon" href="data:,">', "");
  const [gone, image, wall] = [{ status: 404 }, { type: "image/png" }, { status: 403 }];

  it.each([
    ["the usual icon", noIcon, { "favicon.ico": image }, {}],
    ["no icon", noIcon, { "favicon.ico": gone }, { missing_favicon: 1 }],
    ["a page for every address", noIcon, { "favicon.ico": {} }, { missing_favicon: 1 }],
    ["a guarded icon", noIcon, { "favicon.ico": wall }, {}],
    ["an icon", home("", '<link rel="shortcut icon" href="/i.png">'), {}, {}],
  ])("look for an icon: %s", async (_name, html, paths, issues) => {
    const answers = Object.entries(paths).map(([path, answer]) => [START + path, answer]);
    expect(await issuesOf([html], { answers: Object.fromEntries(answers) })).toEqual(issues);
  });

  it("know nothing new of what had no answer in time", async () => {
    const html = home('<img src="/a.jpg" alt="">');
    const remains = async (given: Parameters<typeof find>[1], code: string, path: string) =>
      (await find([html], given))?.mayRemain?.({ code, subject: new URL(path, START).href });
    const answers = { [`${START}a.jpg`]: { bytes: 10 } };
    expect(await remains({}, "large_file", "a.jpg")).toBe(true);
    expect(await remains({ answers }, "large_file", "a.jpg")).toBe(false);
    expect(await remains({}, "large_file", "removed.jpg")).toBe(false);
    const at = { aliases: [], isLate: true };
    expect(await remains(at, "two_addresses", "/")).toBe(true);
    expect(await remains({ ...at, isLate: false }, "two_addresses", "/")).toBe(false);
    expect(await remains(at, "missing_title", "/")).toBe(false);
    const late = await find([noIcon], { isLate: true });
    expect(late?.mayRemain?.({ code: "missing_favicon", subject: `${START}favicon.ico` })).toBe(
      true,
    );
    const image = await find([noIcon], { answers: { [`${START}favicon.ico`]: gone } });
    expect(image?.mayRemain?.({ code: "missing_favicon", subject: "" })).toBe(false);
  });

  it.each([
    ["the same page", "<title>Café</title>", START, { two_addresses: 1 }],
    [
      "the same at a country's domain",
      "<title>Café</title>",
      "https://cafe.co.uk/",
      { two_addresses: 1 },
    ],
    ["nothing for a subdomain", "<title>Café</title>", "https://shop.cafe.example/", {}],
    ["at www", "<title>Café</title>", "https://cafe.example/", { two_addresses: 1 }],
    ["another page", "<title>Parked</title>", START, {}],
    [
      "the canonical address",
      `<title>Café</title><link rel="canonical" href="${START}">`,
      START,
      {},
    ],
    [
      "a refresh",
      `<title>Café</title><meta http-equiv="refresh" content="0;url=${START}">`,
      START,
      {},
    ],
  ])("want one address; the other one shows %s", async (_name, html, startUrl, issues) => {
    const { host } = new URL(startUrl);
    const other = `https://${host.startsWith("www.") ? host.slice(4) : `www.${host}`}/`;
    const site = { startUrl, aliases: [], answers: { [other]: { html } } };
    expect(await issuesOf([home()], site)).toEqual(issues);
    expect(await issuesOf([home()], { ...site, answers: {} })).toEqual({});
    expect(await issuesOf([home()], { ...site, aliases: [new URL(other).host] })).toEqual({});
  });
});
