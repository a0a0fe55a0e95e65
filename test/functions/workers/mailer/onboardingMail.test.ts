import { describe, expect, test } from "vitest";
import { renderOnboarding } from "../../../../functions/workers/mailer/onboardingMail.ts";
import { plainName } from "../../../../functions/workers/mailer/plainName.ts";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { readHtml } from "../../../support/readHtml.ts";

const plain = {
  language_preference: "en-GB",
  email: "grace@example.com",
  first_name: "Grace",
  appearance: { sender: "Acme", logo_url: "https://acme.example/logo.png", colour: "#0b7a4b" },
  business: "Compilers Ltd",
  website: "https://compilers.example.com",
  link: "https://api.example.com/s/abc",
  canReply: true,
};

const HOST = "compilers.example.com";

/** What could end an attribute, an element, a style or a comment, or be taken for a placeholder. */
const HOSTILE = [
  `"><script>alert(1)</script>`,
  `' onerror='alert(1)`,
  "</style></title></textarea>-->",
  "{{sender}} {{#logo}} {{/logo}} $& $1 ${x}",
  "&amp; &lt;b&gt;",
  "🚲👩‍👩‍👧 \u{1F1E9}",
  "שלום עולם مرحبا",
  "W".repeat(255),
  "constructor __proto__",
];

describe.each(textLanguages)("in %s", (language) => {
  const content = { ...plain, language_preference: `${language}-XX` };

  test("it says the same in HTML and as text, with all names", () => {
    const { html, text, subject } = renderOnboarding(content);
    expect(html).toMatch(new RegExp(`^<!doctype html>\n<html lang="${language}" dir="ltr">`));
    const seen = readHtml(html).text;
    for (const line of text.split("\n").filter((line) => line && line !== "-- ")) {
      const parts = /^(.*?)\u00a0?: (https.*|Compilers Ltd|compilers\.example\.com)$/
        .exec(line)
        ?.slice(1) ?? [line];
      for (const part of parts.filter((part) => part !== plain.link))
        expect(seen).toContain(part.replaceAll(/\s+/g, " "));
    }
    for (const name of ["Grace", "Acme", "Compilers Ltd", HOST, plain.email]) {
      expect(seen).toContain(name);
      expect(text).toContain(name);
    }
    expect(html).toContain(`href="${plain.link}"`);
    expect(`${html}${subject}`).not.toMatch(/\{\{|undefined/);
  });

  test.each(HOSTILE)("%j is text and nothing else, wherever it stands", (hostile) => {
    const names = { first_name: hostile, business: hostile };
    const { html, text } = renderOnboarding({
      ...{ ...content, ...names, appearance: { ...plain.appearance, sender: hostile } },
    });
    const seen = readHtml(html);
    // A name that could be a message is left out, with its element.
    const isPlain = plainName(hostile, 40) !== undefined;
    const others = { ...content, ...(isPlain ? {} : names) };
    expect(seen.tags).toEqual(readHtml(renderOnboarding(others).html).tags);
    const times = (where: string) => where.split(hostile.replaceAll(/\s+/g, " ")).length - 1;
    expect(times(seen.text)).toBeGreaterThanOrEqual(isPlain ? 5 : 3);
    expect(times(text)).toBeGreaterThanOrEqual(isPlain ? 4 : 2);
    expect(html).toContain(`alt="${escaped(hostile)}"`);
  });
});

function escaped(value: string) {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

test("turns no text around it, and breaks no line", () => {
  const sender = "a\u202eb\u2066c\r\nBcc: d\u2028e\u200b\u061cf";
  const { text, html } = renderOnboarding({
    ...{ ...plain, appearance: { ...plain.appearance, sender } },
  });
  expect(text).toMatch(/^Hello Grace,\n\na b c Bcc: d e f has set up /);
  expect(html).not.toMatch(/[\u200b\u061c\u2028-\u202e\u2066-\u2069]/);
});

describe.each(textLanguages)("in %s, to a stranger", (language) => {
  const content = { ...plain, language_preference: `${language}-XX` };

  test("it greets nobody by a name that could be a message", () => {
    const usual = renderOnboarding(content).text;
    const { text, html } = renderOnboarding({ ...content, first_name: "Win at www.evil.example" });
    expect(html).not.toContain("evil");
    const [greeting = "", ...rest] = text.split("\n");
    expect(greeting).toMatch(/^\p{L}+( \p{L}+)?[,:]$/u);
    expect(rest).toEqual(usual.split("\n").slice(1));
  });

  test("it says nothing that the API's user wrote in a business's name or a path", () => {
    const { text, html } = renderOnboarding({
      ...content,
      business: "Your prize: https://evil.example",
    });
    const path = renderOnboarding({ ...content, website: `https://${HOST}/evil?evil#evil` });
    expect(`${text}${html}${path.text}${path.html}`).not.toContain("evil");
    // The website stays when the business's name is left out.
    expect(text).toContain(`: ${HOST}\n`);
    expect(html).toContain(`>${HOST}</strong>`);
    expect(path.text).toContain(`: ${HOST}\n`);
  });
});

test("fetches the logo and nothing else", () => {
  const { html } = renderOnboarding(plain);
  const fetched = [
    ...html.matchAll(/(?:src|background)="([^"]*)"|url\(([^)]*)\)|<link[^>]*>|@import.*/g),
  ];
  expect(fetched.map(([, src]) => src)).toEqual([plain.appearance.logo_url]);
});

test("leaves out what was not set: logo, button, the word about replies", () => {
  const { link: _, ...rest } = plain;
  const { colour } = plain.appearance;
  const { html, text } = renderOnboarding({
    ...{ ...rest, appearance: { sender: "Acme", colour }, canReply: false },
  });
  expect(html).not.toMatch(/<img|<a |reply|tatus page/);
  expect(text).not.toMatch(/reply|tatus page/);
});
