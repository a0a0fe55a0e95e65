import { createHash } from "node:crypto";
import { parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { responseChart } from "../../../functions/reports/chart.ts";
import { formatsOf } from "../../../functions/reports/formats.ts";
import { renderReport } from "../../../functions/reports/renderReport.ts";
import { periodBefore, periodOfDays } from "../../../functions/views/period.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { tellCause } from "../../../shared/causeTexts.ts";
import { textLanguages } from "../../../shared/texts.ts";
import { contentOf, finding, kindsOf, reported } from "./content.ts";

const MOST_BYTES = 60_000;

/** The names of all elements with their attributes, and the text that a reader sees. */
function read(html: string) {
  const tags: string[] = [];
  const texts: string[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>["children"]) => {
    for (const node of nodes) {
      if (node.type === "text") texts.push(node.data);
      if ("name" in node) tags.push(node.name);
      if ("attribs" in node) tags.push(...Object.keys(node.attribs).map((name) => `@${name}`));
      if ("children" in node && node.type !== "style") walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return { tags: new Set(tags), text: texts.join(" ").replaceAll(/\s+/g, " ") };
}

describe.each(textLanguages)("in %s", (language) => {
  test("a report says all that the digest knows, beside the period before", () => {
    const { html } = renderReport(contentOf(language));
    const { text, tags } = read(html);
    const told = { ...catalogues[language].common, ...catalogues[language].report };
    const percent = new Intl.NumberFormat(language, {
      ...{ style: "percent", minimumFractionDigits: 2 },
    });
    const flat = (sentence: string) => sentence.replaceAll(/\s+/g, " ");
    for (const expected of [
      ...["Bakery Ltd", "Acme", "Mended", "Europe/Berlin", percent.format(0.9987)],
      ...[`(${percent.format(1)})`, told.counted, told.downtimes, told.findings, told.unchecked],
      ...Object.values(tellCause("http_5xx", language)),
      ...Object.values(tellCause("http_4xx", language)),
    ]) {
      expect(text).toContain(flat(expected));
    }
    expect(html).toContain(`<html lang="${language}">`);
    expect(`${html}`).not.toMatch(/undefined|NaN|\[object/);
    expect(tags).toContain("svg");
    expect(tags).not.toContain("script");
  });
});

test("a report begins with its sender and time zone, and names some of several pages", () => {
  const website = reported("en");
  const pages = ["", "about?token=hush", "b", "c"].map(
    (path) => `https://bakery.example.com/${path}`,
  );
  website.kinds = kindsOf([
    finding("en", { pages, pages_count: 20 }),
    finding("en", { pages: pages.slice(1, 3), pages_count: 2 }),
    finding("en", { pages: pages.slice(3), pages_count: 1 }),
  ]);
  const { html } = renderReport(contentOf("en", [website]));
  const [head = "", rest = ""] = html.split("</header>");
  expect(head).toMatch(/Acme, .*Europe\/Berlin/);
  expect(head).not.toContain(catalogues.en.common.counted);
  expect(rest.match(/<b>Pages:.*/g)).toEqual([
    "<b>Pages:</b> <bdi>bakery.example.com, /about, /b, …</bdi></p>",
    "<b>Pages:</b> <bdi>/about, /b</bdi></p>",
  ]);
  expect(html).not.toContain("hush");
});

test("findings of one kind are told once, with the first of them and how many more there are", () => {
  const website = reported("en");
  const alike = ["One", "Two", "Three", "Four", "Five"].map((title) => finding("en", { title }));
  const words = ["Wrod", "Wrng"].map((title) => finding("en", { title, what_to_do: `${title}?` }));
  const kindOf = (items: typeof alike, count: number) =>
    items.slice(0, 1).map((order) => ({ items, count, order }));
  website.kinds = {
    open: [...kindOf(alike, 474), ...kindOf(words, 2)],
    resolved: [...kindOf(alike, 8), ...kindOf(words, 1)],
  };
  website.findings.open = { error: 0, warning: 480, info: 0 };
  const { text } = read(renderReport(contentOf("en", [website])).html);
  const { why, what_to_do } = tellCause("http_4xx", "en");
  expect(text).toContain(
    `important One Two Three Four Five More of this kind: 469. Why it matters: ${why} What to do: ${what_to_do} important Wrod What to do: Wrod? Wrng What to do: Wrng? Why it matters: ${why} Further findings without room here: 4. Resolved in this period One More of this kind: 7. Wrod What`,
  );
});

test("the head names the customer whose website the report is about", () => {
  const content = contentOf("en");
  const headOf = (customer?: string) =>
    read(renderReport({ ...content, customer }).html.split("</header>")[0] ?? "").text;
  expect(headOf("Baker & Sons")).toMatch(/Website report: Bakery Ltd Baker & Sons 1 – 31 October/);
  expect(headOf()).toMatch(/Website report: Bakery Ltd 1 – 31 October/);
});

test("a website that was not watched in the period before is not compared with it", () => {
  const compared = renderReport(contentOf("en")).html;
  expect(read(compared).text).toContain("Downtimes 1 (0) Time down");
  const fresh = reported("en");
  fresh.before.uptime_percentage = null;
  const { text } = read(renderReport(contentOf("en", [fresh])).html);
  expect(text).toContain(
    "Uptime 99.87% Downtimes 1 Time down 1 hour 1 minute Response times 160 ms 12 of 8,928 checks needed a second try. Downtimes Began",
  );
  expect(text).not.toContain("In brackets");
});

test("the overview names what it counts, and compares only with what is known", () => {
  const [known, fresh] = [reported("en"), reported("en")];
  fresh.before.uptime_percentage = null;
  const { text } = read(renderReport(contentOf("en", [known, fresh])).html);
  const [, overview = ""] = text.split("Website Uptime Time down Findings ");
  expect(overview).toMatch(/^\S+ 99\.87% \(100\.00%\) .+ \S+ 99\.87% \d/);
});

test("whatever a name, a host name or a finding holds is text", () => {
  const hostile = `"><script>alert(1)</script></style><svg onload='x'>{{sender}} שלום \u202e`;
  const texts = { title: hostile, why: hostile, what_to_do: hostile };
  const items = [finding("en", texts), finding("en", { ...texts, status: "resolved" })];
  const websites = [reported("en", { hostname: hostile }), reported("en")].map((each) => {
    return { ...each, kinds: kindsOf(items) };
  });
  const plain = read(renderReport(contentOf("en", [reported("en"), reported("en")])).html);
  const { html } = renderReport({
    ...contentOf("en", websites),
    name: hostile,
    appearance: { sender: hostile, colour: "#ffffff", link: `https://a.example/${hostile}` },
  });
  expect(read(html).tags).toEqual(plain.tags);
  expect(read(html).text.split("Downtimes")[0]).not.toContain("\u202e");
});

test("a report has at most 60 kB, and says what has no room", () => {
  const large = (text: string) => finding("en", { why: text.repeat(900), what_to_do: text });
  const website = (index: number) => {
    const each = reported("en", { hostname: `https://${"<".repeat(200)}${index}.example` });
    each.downtimes = Array.from({ length: 50 }, () => each.downtimes).flat();
    each.kinds = kindsOf(Array.from({ length: 20 }, () => large('"')));
    each.findings.open.warning = 40;
    return each;
  };
  const one = renderReport(contentOf("en", [website(0)])).html;
  expect(Buffer.byteLength(one)).toBeLessThan(MOST_BYTES);
  expect(one).toMatch(/Further findings without room here: 3\d\./);
  expect(one).toContain(catalogues.en.report.moreDowntimes);
  const websites = Array.from({ length: 100 }, (_, index) => website(index));
  const many = renderReport({ ...contentOf("en", websites), left_out: 900 }).html;
  expect(Buffer.byteLength(many)).toBeLessThan(MOST_BYTES);
  expect(many).toContain(catalogues.en.report.websites(950));
  expect(many).toMatch(/Websites whose details have no room here: \d+\./);
});

test("days without a response interrupt the chart's lines, and days in a row without a failure share a row of the table", () => {
  const website = reported("en");
  website.days = website.days.map((day, index) => (index === 10 ? { ...day, times: {} } : day));
  const { html } = renderReport(contentOf("en", [website]));
  const [, line = ""] = /class="median" d="([^"]+)"/.exec(html) ?? [];
  expect(line.match(/M/g)).toHaveLength(2);
  const [, rows = ""] = /Half were faster than<\/th>.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
  expect(read(rows).text.match(/.*? ms \d+ ms/g)).toEqual([
    expect.stringMatching(/1 – 4 Oct 4 days without a failure 0 seconds /),
    expect.stringMatching(/5 Oct 1 hour 1 minute /),
    expect.stringMatching(/6 – 31 Oct 26 days without a failure 0 seconds /),
  ]);
});

test("a day that nobody watched is no quiet day, and more days with failures than a month has are told by week", () => {
  const website = reported("en");
  const unwatched = website.days.filter((_, index) => index < 6 || index > 7);
  const some = renderReport(contentOf("en", [{ ...website, days: unwatched }])).html;
  expect(read(some).text).toMatch(
    /6 Oct 0 seconds .* 7 – 8 Oct not known not known not known 9 – /,
  );
  const days = [...website.days, { ...website.days[0], day: "2026-11-01" }].map((day) => ({
    ...{ ...day, down: 60 },
  })) as typeof website.days;
  const long = renderReport(contentOf("en", [{ ...website, days }])).html;
  const [, weeks = ""] = /Half were faster than<\/th>.*?<tbody>(.*?)<\/tbody>/s.exec(long) ?? [];
  expect(weeks.match(/<tr>/g)).toHaveLength(5);
});

test("what was not checked is said, and nothing else is", () => {
  const unreadable = {
    ...{ since: "2026-10-20T03:00:00+00:00", reason: "robots_txt" as const, technical: null },
    ...tellCause("robots_txt", "en"),
  };
  const none = {
    ...{ unobserved_seconds: 0, last_audited_at: null, findings_left_out: 0 },
    unsupported_languages: [] as string[],
  };
  const sayings = (set: Parameters<typeof reported>[1]) =>
    read(renderReport(contentOf("en", [reported("en", set)])).html).text;
  const unknown = sayings({
    ...{ is_paused: true, is_checked_yet: false, uptime_percentage: null, response_ms: null },
    ...{ downtimes: [], down_seconds: 0, observed_seconds: 0 },
    unchecked: { ...none, unreadable },
  });
  const { neverAudited, noResponses, noDowntimes, watched } = catalogues.en.report;
  const { paused, not_checked } = catalogues.en.common.site;
  for (const saying of [paused, not_checked, neverAudited, noResponses, unreadable.title]) {
    expect(unknown).toContain(saying);
  }
  for (const label of ["Uptime", "Downtimes", "Time down"]) {
    expect(unknown).toContain(`${label} not known`);
  }
  expect(unknown).not.toContain(noDowntimes);
  expect(unknown).not.toContain(watched);
  expect(sayings({ downtimes: [], down_seconds: 0 })).toContain(noDowntimes);
  expect(sayings({ downtimes: [] })).toContain(
    "No confirmed downtime; short failures of together 1 hour 1 minute.",
  );
  const whole = { ...none, last_audited_at: "2026-10-31T03:00:00+00:00", unreadable: null };
  expect(sayings({ unchecked: whole })).toContain(watched);
  const polish = sayings({ unchecked: { ...whole, unsupported_languages: ["pl", "da"] } });
  expect(polish).toContain("Spelling: not available in Polish, Danish.");
  expect(polish).not.toContain(watched);
});

test.each(textLanguages)(
  "before the first audit, no finding is said to be missing: %s",
  (language) => {
    const { noFindings, neverAudited, later } = catalogues[language].report;
    const { unknown, downtimes } = catalogues[language].common;
    const flat = (text: string) => text.replaceAll(/\s+/g, " ");
    const [audited, unaudited] = [reported(language), reported(language)];
    for (const each of [audited, unaudited]) {
      each.findings.open = { error: 0, warning: 0, info: 0 };
      each.kinds = kindsOf([]);
    }
    unaudited.unchecked.last_audited_at = null;
    const told = (...websites: (typeof audited)[]) =>
      read(renderReport(contentOf(language, websites)).html).text;
    expect(told(audited)).toContain(flat(noFindings));
    expect(told(unaudited)).not.toContain(flat(noFindings));
    const found = told({ ...audited, later: 6 });
    expect(found).toContain(flat(later(6)));
    expect(found).not.toContain(flat(noFindings));
    expect(told(unaudited)).toContain(
      flat(`${catalogues[language].report.findings} ${neverAudited}`),
    );
    const [overview = ""] = told(audited, unaudited).split(downtimes);
    expect(overview).toMatch(new RegExp(` 0 .* ${unknown} `));
  },
);

test.each([1, 2])("the headings of a report about %i websites skip no level", (count) => {
  const websites = Array.from({ length: count }, () => reported("en"));
  const { html } = renderReport(contentOf("en", websites));
  const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(Math.max(...levels)).toBe(count + 2);
  for (const [index, level] of levels.entries())
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
});

test("the policy of the page lets a browser load its own style and the logo, and nothing else", () => {
  const content = contentOf("en");
  content.appearance.logo_url = "https://acme.example/logo.png?a=1";
  const { html, contentSecurityPolicy } = renderReport(content);
  const [, css = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(css).digest("base64");
  expect(contentSecurityPolicy).toBe(
    `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'sha256-${hash}'; img-src https://acme.example`,
  );
  expect(html).not.toMatch(/ style=/);
});

test("the period before a month is a month, and before other days as many", () => {
  const before = (from: string, to: string) => periodBefore(periodOfDays({ from, to }, "UTC")).days;
  expect(before("2026-03-01", "2026-03-31")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  expect(before("2026-01-01", "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  expect(before("2026-11-16", "2026-11-22")).toEqual({ from: "2026-11-09", to: "2026-11-15" });
  expect(before("2026-03-01", "2026-03-30")).toEqual({ from: "2026-01-30", to: "2026-02-28" });
  expect(before("2026-11-01", "2026-11-01")).toEqual({ from: "2026-10-31", to: "2026-10-31" });
});

test("a chart has a round scale up to its highest value, and at most six days below", () => {
  const points = Array.from({ length: 13 }, (_, index) => {
    return { day: `2026-11-${10 + index}`, response_ms: { mean: 150, median: 100, p95: 430 } };
  });
  const { text } = responseChart(points, "Response times", formatsOf("en", "UTC"));
  const labels = (axis: string) =>
    [...text.matchAll(new RegExp(`class="${axis}"[^>]*>([^<]+)<`, "g"))].map(([, label]) => label);
  expect(labels("y")).toEqual(["0", "200", "400", "600"]);
  expect(labels("x")).toEqual(["10 Nov", "13 Nov", "16 Nov", "19 Nov", "22 Nov"]);
});

test.each([
  [0, "0 seconds"],
  [59.4, "59 seconds"],
  [6000, "1 hour 40 minutes"],
  [90_061, "1 day 1 hour"],
])("a duration of %s seconds is written as %j", (seconds, written) => {
  expect(formatsOf("en", "UTC").duration(seconds)).toBe(written);
});

test.each([
  ["fr", "2026-11-01", "2026-11-30", "1er–30 novembre 2026"],
  ["fr", "2026-11-11", "2026-11-30", "11–30 novembre 2026"],
  ["it", "2026-11-01", "2026-11-30", "1–30 novembre 2026"],
  ["it", "2026-11-10", "2026-11-30", "10–30 novembre 2026"],
] as const)("days in %s from %s to %s are %s", (language, from, to, written) => {
  expect(formatsOf(language, "UTC").range(from, to)).toBe(written);
});

test.each([
  ["8 novembre 2026", "l’8 novembre 2026"],
  ["11 novembre 2026", "l’11 novembre 2026"],
  ["18 novembre 2026", "il 18 novembre 2026"],
])("%s has the article of %s in Italian", (day, written) => {
  expect(catalogues.it.report.lastAudited(day)).toContain(written);
});
