import { describe, expect, test } from "vitest";
import { renderReportMail } from "../../../../functions/workers/mailer/reportMail.ts";
import { catalogues } from "../../../../shared/catalogue/catalogues.ts";
import { tellCause } from "../../../../shared/catalogue/causeTexts.ts";
import { type TextLanguage, textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { readHtml } from "../../../support/readHtml.ts";
import { contentOf, finding, kindsOf, reported } from "../../open/report/content.ts";

const LINK = "https://api.example.com/s/abc";
const UNSUBSCRIBE = "https://api.example.com/unsubscribe/token";

function mailOf(language: TextLanguage, websites = [reported(language)]) {
  return {
    ...{ ...contentOf(language, websites), email: "grace@example.com" },
    ...{ link: LINK, unsubscribe_url: UNSUBSCRIBE },
  };
}

test("a report is a sentence, four figures, three things to do, a button and a way to end it", () => {
  const website = reported("en");
  const titles = ["One", "Two", "Three", "Four"];
  website.kinds = kindsOf(titles.map((title) => finding("en", { title, what_to_do: `${title}!` })));
  const { subject, text } = renderReportMail(mailOf("en", [website]));
  expect(subject).toMatch(/^Your website report: 1.–.31 October 2026$/);
  expect(text).toBe(`bakery.example.com was down for 1 hour 1 minute in total.

Uptime: 99.87%, ▼ worse than before (100%)
Downtimes: 1, ▲ worse than before (0)
Response times: 160 ms, = as before
Open findings: 2, ▲ worse than before (1)

What to do first:

* One
  One!

* Two
  Two!

* Three
  Three!

See the whole report: ${LINK}

-- 
You are receiving this e-mail at grace@example.com because Acme monitors your website.
Unsubscribe: ${UNSUBSCRIBE}
`);
});

describe.each(textLanguages)("in %s", (language) => {
  test("a report says the same in HTML and as text, and has one button", () => {
    const { html, text, subject } = renderReportMail(mailOf(language));
    const seen = readHtml(html).text;
    const { title, what_to_do } = tellCause("http_4xx", language);
    const { button } = catalogues[language].reportMail;
    for (const part of [
      "Acme",
      "grace@example.com",
      "bakery.example.com",
      title,
      what_to_do,
      button,
    ]) {
      expect(seen).toContain(part.replaceAll(/\s+/g, " "));
      expect(text).toContain(part);
    }
    expect([...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      ...[LINK, UNSUBSCRIBE],
    ]);
    expect(`${html}${subject}${text}`).not.toMatch(/\{\{|undefined|NaN|\[object/);
  });
});

test("what others wrote is text and nothing else", () => {
  const hostile = `"><script>alert(1)</script></style>{{sender}} {{#logo}} $& \u202e`;
  const each = reported("en", { hostname: `https://example.com/${hostile}` });
  const texts = { title: hostile, what_to_do: hostile };
  each.kinds = kindsOf([finding("en", texts), finding("en", texts)]);
  const plain = renderReportMail(mailOf("en"));
  const appearance = { sender: hostile, colour: "#0b7a4b" };
  const { html } = renderReportMail({
    ...{ ...mailOf("en", [each]), appearance, email: `${hostile}@a.example` },
  });
  expect(readHtml(html).tags).toEqual(readHtml(plain.html).tags);
});
