import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { renderReport } from "../../../../functions/open/report/renderReport.ts";
import { catalogues } from "../../../../shared/catalogue/catalogues.ts";
import { tellCause } from "../../../../shared/catalogue/causeTexts.ts";
import { formatsOf } from "../../../../shared/reports/formats.ts";
import type { Reported } from "../../../../shared/reports/report.ts";
import { summaryOf } from "../../../../shared/reports/summary.ts";
import { wordsOf } from "../../../../shared/reports/writing.ts";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { readHtml } from "../../../support/readHtml.ts";
import { contentOf, finding, kindsOf, reported } from "./content.ts";

describe.each(textLanguages)("in %s", (language) => {
  test("a report says all that the digest knows, beside the period before", () => {
    const { body: html } = renderReport(contentOf(language));
    const { text, tags } = readHtml(html);
    const catalogue = { ...catalogues[language].common, ...catalogues[language].report };
    const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
    const flat = (sentence: string) => sentence.replaceAll(/\s+/g, " ");
    for (const expected of [
      ...["Bakery Ltd", "Acme", "Mended", "Europe/Berlin", percent.format(0.9987)],
      catalogue.worse(percent.format(1)),
      catalogue.counted,
      catalogue.downtimes,
      catalogue.findings,
      catalogue.fixed,
      ...Object.values(tellCause("http_5xx", language)),
      ...Object.values(tellCause("http_4xx", language)),
    ]) {
      expect(text).toContain(flat(expected));
    }
    expect(html).toContain(`<html lang="${language}">`);
    expect(`${html}`).not.toMatch(/undefined|NaN|\[object/);
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
  const { body: html } = renderReport(contentOf("en", [website]));
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
  const { text } = readHtml(renderReport(contentOf("en", [website])).body);
  const { why, what_to_do } = tellCause("http_4xx", "en");
  expect(text).toContain(
    `important One Two Three Four Five More of this kind: 469. Why it matters: ${why} What to do: ${what_to_do} important Wrod What to do: Wrod? Wrng What to do: Wrng? Why it matters: ${why} Further findings without room here: 4.`,
  );
  expect(text).toContain(
    `What was fixed One More of this kind: 7. Wrod What to do first One More of this kind: 473. ${why} What to do: ${what_to_do} Wrod`,
  );
});

test("a report begins with a sentence and four figures, each with a word and an arrow", () => {
  const [down, calm] = [reported("en"), reported("en", { downtimes: [], down_seconds: 0 })];
  const begin = (...websites: Reported[]) => {
    const [, main = ""] = renderReport(contentOf("en", websites)).body.split("<main>");
    return readHtml(main.split("</dl>")[0] ?? "")
      .text.replace("https://", "")
      .trim();
  };
  expect(begin(down)).toBe(
    "bakery.example.com was down for 1 hour 1 minute in total. Uptime 99.87% ▼ worse than before (100%) Downtimes 1 ▲ worse than before (0) Response times 160 ms = as before Open findings 2 ▲ worse than before (1)",
  );
  expect(begin(down, calm, calm)).toMatch(
    /^1 of your 3 websites was down, for 1 hour 1 minute in total\. Uptime 99\.95% ▼ worse than before \(100%\) Downtimes 1 ▲ .* Open findings 6 /,
  );
  const mended = {
    ...calm,
    before: { ...calm.before, uptime_percentage: 90, downtimes: down.downtimes },
  };
  mended.response_ms = { mean: 1, median: 152, p95: 1 };
  expect(begin(mended)).toMatch(
    /^bakery\.example\.com had no downtime\. Uptime 99\.87% ▲ better than before \(90%\) Downtimes 0 ▼ better than before \(1\) Response times 152 ms = as before/,
  );
  mended.response_ms.median = 151;
  expect(begin(mended)).toContain("Response times 151 ms ▼ better than before (160 ms)");
  // Nothing is compared with a time that nobody watched.
  down.before.uptime_percentage = null;
  expect(begin(down)).toMatch(/Uptime 99\.87% Downtimes 1 Response times 160 ms Open findings 2$/);
  const brief = { observed_seconds: 3600, down_seconds: 0, downtimes: [] };
  expect(begin(reported("en", { ...brief, watched_since: "2026-10-31T22:00:00+00:00" }))).toMatch(
    /Uptime no failure, watched since yesterday 23:00 Downtimes 0 Response times 160 ms Open findings 2$/,
  );
  const unknown = { observed_seconds: 0, uptime_percentage: null, response_ms: null };
  expect(begin(reported("en", { ...unknown, downtimes: [] }))).toMatch(
    /^No checks took place in these days\. Uptime not known Downtimes not known Response times not known/,
  );
});

test("what is to be done first is what keeps visitors out, then the worst findings of all websites", () => {
  const [cause] = reported("en").downtimes;
  if (!cause) throw new Error("no downtime");
  const down = reported("en", {
    hostname: "down.example",
    downtimes: [{ ...cause, ended_at: null }],
  });
  down.kinds = kindsOf([finding("en", { title: "Small", severity: "info" })]);
  const unread = reported("en", { hostname: "unread.example", down_seconds: 0 });
  const botWall = { ...tellCause("bot_wall", "en"), reason: "bot_wall", technical: null } as const;
  unread.unchecked = { ...unread.unchecked, unreadable: { since: cause.began_at, ...botWall } };
  unread.kinds = kindsOf([finding("en", { title: "Bad on unread.example", severity: "error" })]);
  const { todo } = summaryOf([unread, down], wordsOf("en", "UTC", 0));
  expect(todo.map(({ title }) => title)).toEqual([
    `down.example – ${cause.title}`,
    `unread.example – ${botWall.title}`,
    "Bad on unread.example",
  ]);
});

test("websites without a downtime and without anything new are one table", () => {
  const nothing = { error: 0, warning: 0, info: 0 };
  const calm = (set: Parameters<typeof reported>[1] = {}) => {
    const each = reported("en", { downtimes: [], ...set });
    each.findings.opened = nothing;
    return each;
  };
  const headings = (...websites: Reported[]) => {
    const [, details = ""] = renderReport(contentOf("en", websites)).body.split('class="details"');
    return [...details.matchAll(/<h2[^>]*>(?:<bdi>)?([^<]+)/g)].map(([, title]) => title);
  };
  expect(headings(calm(), calm(), calm(), calm())).toEqual(["Websites"]);
  const unknown = { ...calm().unchecked, unobserved_seconds: 30_000 };
  for (const news of [reported("en"), calm({ unchecked: unknown }), calm({ state: "paused" })])
    expect(headings(calm(), { ...news, hostname: "news.example" })).toEqual([
      "Websites",
      "news.example",
    ]);
});

test("whatever a name, a host name or a finding holds is text", () => {
  const hostile = `"><script>alert(1)</script></style><svg onload='x'>{{sender}} שלום \u202e`;
  const texts = { title: hostile, why: hostile, what_to_do: hostile };
  const items = [finding("en", texts), finding("en", { ...texts, status: "resolved" })];
  const websites = [reported("en", { hostname: hostile }), reported("en")].map((each) => {
    return { ...each, kinds: kindsOf(items) };
  });
  const plain = readHtml(renderReport(contentOf("en", [reported("en"), reported("en")])).body);
  const { body: html } = renderReport({
    ...contentOf("en", websites),
    name: hostile,
    appearance: { sender: hostile, colour: "#ffffff", link: `https://a.example/${hostile}` },
  });
  expect(new Set(readHtml(html).tags)).toEqual(new Set(plain.tags));
  expect(readHtml(html).text.split("Downtimes")[0]).not.toContain("\u202e");
});

test("a report says what it has no room for", () => {
  const website = (index: number) => {
    const each = reported("en", { hostname: `${index}.example` });
    each.downtimes = Array.from({ length: 25 }, () => each.downtimes).flat();
    each.kinds = kindsOf(Array.from({ length: 45 }, () => finding("en")));
    each.findings.open.warning = 50;
    return each;
  };
  const one = renderReport(contentOf("en", [website(0)])).body;
  expect(one).toContain(catalogues.en.report.further(11));
  expect(one).toContain(catalogues.en.report.moreDowntimes);
  const websites = Array.from({ length: 60 }, (_, index) => website(index));
  const many = renderReport({ ...contentOf("en", websites), left_out: 900 }).body;
  expect(many).toContain(catalogues.en.common.moreWebsites(910));
  expect(many).toContain(catalogues.en.report.details(50));
});

test("what was not checked is said, and nothing else is", () => {
  const unreadable = {
    ...{ since: "2026-10-20T03:00:00+00:00", reason: "robots_txt" as const, technical: null },
    ...tellCause("robots_txt", "en"),
  };
  const none = {
    ...{ unobserved_seconds: 0, last_audited_at: null },
    unsupported_languages: [] as string[],
  };
  const sayings = (set: Parameters<typeof reported>[1]) =>
    readHtml(renderReport(contentOf("en", [reported("en", set)])).body).text;
  const unknown = sayings({
    ...{ state: "paused" as const, uptime_percentage: null, response_ms: null },
    ...{ downtimes: [], down_seconds: 0, observed_seconds: 0 },
    unchecked: { ...none, unreadable },
  });
  const { neverAudited, noResponses, noDowntimes, unchecked } = catalogues.en.report;
  const { paused } = catalogues.en.common.states;
  for (const saying of [paused, neverAudited, noResponses, unreadable.title]) {
    expect(unknown).toContain(saying);
  }
  for (const label of ["Uptime", "Downtimes"]) {
    expect(unknown).toContain(`${label} not known`);
  }
  expect(unknown).not.toContain(noDowntimes);
  expect(sayings({ downtimes: [], down_seconds: 0 })).toContain(noDowntimes);
  expect(sayings({ downtimes: [] })).toContain(
    "No confirmed downtime; short failures of 1 hour 1 minute in total.",
  );
  const whole = { ...none, last_audited_at: "2026-10-31T03:00:00+00:00", unreadable: null };
  expect(sayings({ unchecked: whole })).not.toContain(unchecked);
  // A hundredth of 2,600,000 observed seconds.
  expect(sayings({ unchecked: { ...whole, unobserved_seconds: 26_000 } })).not.toContain(unchecked);
  expect(sayings({ unchecked: { ...whole, unobserved_seconds: 27_000 } })).toContain(
    "For 7 hours 30 minutes it is not known",
  );
  const polish = sayings({ unchecked: { ...whole, unsupported_languages: ["pl", "da"] } });
  expect(polish).toContain("Spelling: not available in Polish, Danish.");
});

test.each(textLanguages)(
  "before the first audit, no finding is said to be missing: %s",
  (language) => {
    const { noFindings, neverAudited, later, openFindings } = catalogues[language].report;
    const { unknown } = catalogues[language].common;
    const flat = (text: string) => text.replaceAll(/\s+/g, " ");
    const [audited, unaudited] = [reported(language), reported(language)];
    for (const each of [audited, unaudited]) {
      each.findings.open = { error: 0, warning: 0, info: 0 };
      each.kinds = kindsOf([]);
    }
    unaudited.unchecked.last_audited_at = null;
    const openOf = (...websites: (typeof audited)[]) =>
      readHtml(renderReport(contentOf(language, websites)).body).text;
    expect(openOf(audited)).toContain(flat(noFindings));
    expect(openOf(unaudited)).not.toContain(flat(noFindings));
    const result = openOf({ ...audited, later: 6 });
    expect(result).toContain(flat(later(6)));
    expect(result).not.toContain(flat(noFindings));
    expect(openOf(unaudited)).toContain(
      flat(`${catalogues[language].report.findings} ${neverAudited}`),
    );
    const [, table = ""] = openOf(audited, unaudited).split(openFindings).slice(1);
    expect(table).toMatch(new RegExp(` 0 .* ${unknown} `));
  },
);

test.each([1, 2])("the headings of a report about %i websites skip no level", (count) => {
  const websites = Array.from({ length: count }, () => reported("en"));
  const { body: html } = renderReport(contentOf("en", websites));
  const levels = [...html.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(Math.max(...levels)).toBe(count + 2);
  for (const [index, level] of levels.entries())
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
});

test("the policy of the page lets a browser load its own style and the logo, and nothing else", () => {
  const content = contentOf("en");
  content.appearance.logo_url = "https://acme.example/logo.png?a=1";
  const { body: html, headers } = renderReport(content);
  const [, css = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const hash = createHash("sha256").update(css).digest("base64");
  expect(headers?.["content-security-policy"]).toBe(
    `default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'sha256-${hash}'; img-src https://acme.example`,
  );
  expect(html).not.toMatch(/ style=/);
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
