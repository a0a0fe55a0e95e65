import { describe, expect, it } from "vitest";
import { readPage } from "../../../../shared/audit/pages/readPage.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";

const at = { url: "https://example.com/", status: 200, isStart: true };
const LENGTH = 250_000;

/** A page of a length, made of one text again and again. */
function fill(text: string, length: number) {
  return text.repeat(Math.ceil(length / text.length));
}

const pages: Record<string, (length: number) => string> = {
  "nested elements": (length) => fill("<div>", length),
  "nested paragraphs and formatting": (length) => fill("<p><b><i>", length),
  "nested SVG": (length) => fill("<svg>", length),
  "end tags of nothing": (length) => `${"<div>".repeat(length / 25)}${fill("</p>", length)}`,
  "end tags of something far away": (length) =>
    `<b>${"<span>".repeat(length / 25)}${fill("</b><b>", length)}`,
  "unclosed tags": (length) => fill("<a href='", length),
  "unclosed comments": (length) => fill("<!--", length),
  "angle brackets": (length) => fill("<", length),
  "broken entities": (length) => fill("&am", length),
  "a million attributes": (length) =>
    `<a ${Array.from({ length: length / 5 }, (_, n) => `a${n}=1`).join(" ")}>`,
  "the same attribute": (length) => `<a ${fill("href=x ", length)}>`,
  links: (length) => fill("<a href=x>", length),
  "invalid addresses": (length) => fill("<a href='http://[x'>", length),
  headings: (length) => fill("<h1>x", length),
  "nested JSON": (length) =>
    `<script type="application/ld+json">${fill("[", length / 2)}${fill("]", length / 2)}</script>`,
  styles: (length) => fill(`<b style=";${" ".repeat(50)}display :x">`, length),
  "white space": (length) => `<p>${fill(" ", length)}x`,
  "unclosed scripts": (length) => fill("<script></scrip", length),
  "custom elements": (length) => Array.from({ length: length / 8 }, (_, n) => `<x-${n}>`).join(""),
  "names of Object": () => "<constructor><__proto__><a __proto__=x href=y></toString>",
};

describe("hostile HTML", () => {
  it.each(Object.entries(pages))(
    "of %s is read in linear time, with a bounded result",
    async (_, makeHtml) => {
      await expectLinearTime(15_000, (length) => {
        const html = makeHtml(length);
        return () => readPage(html, at);
      });
      const page = readPage(makeHtml(LENGTH), at);
      expect(page.links.length).toBeLessThanOrEqual(5000);
      expect(page.headings.length).toBeLessThanOrEqual(2000);
      expect(page.text.join("").length).toBeLessThanOrEqual(200_000);
    },
  );
});
