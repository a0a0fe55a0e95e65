import { parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { renderReportMail } from "../../../../functions/mail/mailer/renderReportMail.ts";
import { catalogues } from "../../../../shared/catalogue/catalogues.ts";
import { tellCause } from "../../../../shared/causeTexts.ts";
import { type TextLanguage, textLanguages } from "../../../../shared/texts.ts";
import { contentOf, finding, kindsOf, reported } from "../../reports/content.ts";

function mailOf(language: TextLanguage, websites = [reported(language)]) {
  return {
    ...contentOf(language, websites),
    ...{ email: "grace+shop@example.com", first_name: "Grace", canReply: true },
    unsubscribe_url: "https://api.example.com/unsubscribe/token",
  };
}

/** The names of all elements, and the text that a reader sees. */
function read(html: string) {
  const tags: string[] = [];
  const texts: string[] = [];
  const walk = (nodes: ReturnType<typeof parseDocument>["children"]) => {
    for (const node of nodes) {
      if (node.type === "text") texts.push(node.data);
      if ("name" in node) tags.push(node.name);
      if ("children" in node && node.type !== "style") walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return { tags, text: texts.join(" ").replaceAll(/\s+/g, " ") };
}

describe.each(textLanguages)("in %s", (language) => {
  test("a report says the same in HTML and as text", () => {
    const { html, text, subject } = renderReportMail(mailOf(language));
    const seen = read(html).text;
    const percent = new Intl.NumberFormat(language, {
      ...{ style: "percent", minimumFractionDigits: 2 },
    });
    const { title, why, what_to_do } = tellCause("http_4xx", language);
    const said = [
      ...["Grace", "Acme", "grace@example.com", "bakery.example.com", percent.format(0.9987)],
      ...[percent.format(1), catalogues[language].common.counted, title, why, what_to_do],
    ];
    for (const part of said.map((each) => each.replaceAll(/\s+/g, " "))) {
      expect(seen).toContain(part);
      expect(text.replaceAll(/\s+/g, " ")).toContain(part);
    }
    for (const link of ["https://acme.example/results", mailOf(language).unsubscribe_url]) {
      expect(html).toContain(`href="${link}"`);
      expect(text).toContain(link);
    }
    expect(html).toContain(`<html lang="${language}"`);
    expect(`${html}${subject}${text}`).not.toMatch(/\{\{|undefined|NaN|\[object/);
  });
});

test("what others wrote is text and nothing else", () => {
  const hostile = `"><script>alert(1)</script></style>{{sender}} {{#logo}} $& \u202e`;
  const each = reported("en", { hostname: `https://example.com/${hostile}` });
  const texts = { title: hostile, what_to_do: hostile };
  each.kinds = kindsOf([finding("en", texts), finding("en", texts)]);
  const plain = renderReportMail(mailOf("en"));
  const appearance = { sender: hostile, colour: "#0b7a4b", link: "https://acme.example/results" };
  const { html } = renderReportMail({
    ...{ ...mailOf("en", [each]), appearance, first_name: hostile, email: `${hostile}@a.example` },
  });
  expect(read(html).tags).toEqual(read(plain.html).tags);
});

test("of many websites it names the twenty that did worst, and of findings the first three", () => {
  const websites = Array.from({ length: 30 }, (_, index) =>
    reported("en", { hostname: `https://shop-${index}.example`, down_seconds: index }),
  );
  const { text } = renderReportMail({ ...mailOf("en", websites), left_out: 70 });
  const named = [...text.matchAll(/Website: shop-(\d+)\.example/g)].map(([, index]) =>
    Number(index),
  );
  expect(named).toEqual(Array.from({ length: 20 }, (_, rank) => 29 - rank));
  expect(text).toContain(catalogues.en.report.websites(80));
  expect(text.match(/^\* /gm)).toHaveLength(3);
});

test("findings of one kind are told together, with how many more there are", () => {
  const each = reported("en");
  const pages = ["https://bakery.example.com/", "https://bakery.example.com/about"];
  const items = ["One", "Two", "Three", "Four"].map((title) => finding("en", { title }));
  items.unshift(finding("en", { title: "Zero", pages, pages_count: 2 }));
  const words = ["Wrod", "Wrng"].map((title) => finding("en", { title, what_to_do: `${title}?` }));
  const kindOf = (items: typeof words, count: number) =>
    items.slice(0, 1).map((order) => ({ items, count, order: { ...order, pages_count: count } }));
  each.kinds.open = [...kindOf(words, 2), ...kindOf(items, 474)];
  const { text, html } = renderReportMail(mailOf("en", [each]));
  const { why, what_to_do } = tellCause("http_4xx", "en");
  const alike = [
    "Zero",
    "Pages: bakery.example.com, /about",
    "One",
    "Two",
    "More of this kind: 471.",
  ];
  const told = [...alike, why, what_to_do, "Wrod", "Wrod?", "Wrng", "Wrng?", why];
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    `* ${told.join(" ").replace("Wrod", "* Wrod")} See the results`,
  );
  expect(read(html).text).toContain(told.join(" "));
});

test("findings of several websites come in the order of all findings, each with its website", () => {
  const one = reported("en", { hostname: "https://one.example", down_seconds: 99_999 });
  const two = reported("en", { hostname: "https://two.example" });
  one.kinds = kindsOf([finding("en", { title: "Small", severity: "info" })]);
  two.kinds = kindsOf([
    finding("en", { title: "Old", first_seen_at: "2026-10-01T08:00:00+00:00" }),
    finding("en", { title: "Bad on two.example", severity: "error" }),
    finding("en", { title: "New", first_seen_at: "2026-10-09T08:00:00+00:00" }),
  ]);
  const { text } = renderReportMail(mailOf("en", [one, two]));
  expect(text.match(/^\* .*/gm)).toEqual([
    "* Bad on two.example",
    "* two.example – New",
    "* two.example – Old",
  ]);
});

test("a website that is down, or cannot be read, has that to do first", () => {
  const [cause] = reported("en").downtimes;
  if (!cause) throw new Error("no downtime");
  const down = reported("en", { downtimes: [{ ...cause, ended_at: null }] });
  const { text } = renderReportMail(mailOf("en", [down]));
  expect(text).toContain(
    `* bakery.example.com – ${cause.title}\n  ${cause.why}\n  ${cause.what_to_do}\n\n* `,
  );
  expect(renderReportMail(mailOf("en")).text).not.toContain("bakery.example.com –");
  const unread = reported("en");
  const told = { ...tellCause("bot_wall", "en"), reason: "bot_wall", technical: null } as const;
  unread.unchecked.unreadable = { since: cause.began_at, ...told };
  unread.kinds = kindsOf([]);
  expect(renderReportMail(mailOf("en", [unread])).text).toContain(
    `* bakery.example.com – ${told.title}\n  ${told.why}\n  ${told.what_to_do}\n`,
  );
});

test("a website that was not watched in the period before is not compared with it", () => {
  const fresh = reported("en");
  fresh.before.uptime_percentage = null;
  expect(renderReportMail(mailOf("en")).text).toContain("Uptime: 99.87% (100.00%)");
  const { text, html } = renderReportMail(mailOf("en", [fresh]));
  expect(text).toContain("Uptime: 99.87%\n");
  expect(`${text}${html}`).not.toContain("In brackets");
});

test("nothing is said to be open or up that was never audited or probed", () => {
  const { noFindings, neverAudited } = catalogues.en.report;
  const of = (last_audited_at: string | null, observed_seconds: number) => {
    const each = reported("en", { downtimes: [], down_seconds: 0, observed_seconds });
    each.findings.open = { error: 0, warning: 0, info: 0 };
    each.kinds = kindsOf([]);
    each.unchecked.last_audited_at = last_audited_at;
    return each;
  };
  const [known, unknown] = [of("2026-10-05T08:00:00+00:00", 86_400), of(null, 0)];
  const told = (...websites: (typeof known)[]) => renderReportMail(mailOf("en", websites)).text;
  expect(told(known)).toContain("Time down: 0 seconds\nFindings: 0\n");
  expect(told(known)).toContain(noFindings);
  expect(told(unknown)).toContain("Time down: not known\nFindings: not known\n");
  expect(told(unknown)).toContain(neverAudited);
  for (const text of [told(unknown), told(known, unknown)]) expect(text).not.toContain(noFindings);
  expect(told(known, unknown)).not.toContain(neverAudited);
  expect(told(known, { ...known, later: 1 })).not.toContain(noFindings);
});

test("languages without spelling are named", () => {
  const website = reported("en");
  website.unchecked.unsupported_languages = ["it"];
  const { text, html } = renderReportMail(mailOf("en", [website, reported("en")]));
  for (const part of [text, html]) expect(part).toContain("Spelling: not available in Italian.");
});

test("labels in French have a space before the colon", () => {
  const { text } = renderReportMail(mailOf("fr"));
  expect(text).toContain("Site web\u00a0: bakery.example.com");
  expect(text).not.toMatch(/\p{L}: /u);
});

test("a website without open findings has nothing to do", () => {
  const each = reported("en");
  each.kinds = kindsOf([]);
  const { text, html } = renderReportMail({ ...mailOf("en", [each]), canReply: false });
  expect(text).toContain(catalogues.en.report.noFindings);
  expect(html).toContain(catalogues.en.report.noFindings);
  expect(text).not.toContain("What to do first");
  expect(html).not.toContain("What to do first");
});
