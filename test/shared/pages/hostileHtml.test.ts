import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { readPage } from "../../../shared/pages/readPage.ts";

const at = { url: "https://example.com/", status: 200, depth: 0 };
const LENGTH = 500_000;

/** A page of this length, made of one text again and again. */
function fill(text: string) {
  return text.repeat(Math.ceil(LENGTH / text.length));
}

const pages = {
  "nested elements": fill("<div>"),
  "nested paragraphs and formatting": fill("<p><b><i>"),
  "nested SVG": fill("<svg>"),
  "end tags of nothing": `${"<div>".repeat(20_000)}${fill("</p>")}`,
  "end tags of something far away": `<b>${"<span>".repeat(20_000)}${fill("</b><b>")}`,
  "unclosed tags": fill("<a href='"),
  "unclosed comments": fill("<!--"),
  "angle brackets": fill("<"),
  "entities that are none": fill("&am"),
  "a million attributes": `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(" ")}>`,
  "the same attribute": `<a ${fill("href=x ")}>`,
  links: fill("<a href=x>"),
  "addresses that are none": fill("<a href='http://[x'>"),
  headings: fill("<h1>x"),
  "nested items": fill("<b itemscope itemprop=x>"),
  "nested properties": `<p itemscope itemtype=x>${fill("<b itemprop=y>z")}`,
  "nested JSON": `<script type="application/ld+json">${fill("[")}`,
  srcsets: fill("<img srcset='a 1x, b (,'>"),
  "a srcset of commas": `<img srcset="${fill(",")}">`,
  styles: fill(`<b style=";${" ".repeat(50)}display :x">`),
  "white space": `<p>${fill(" ")}x`,
  "unclosed scripts": fill("<script></scrip"),
  "custom elements": Array.from({ length: 60_000 }, (_, n) => `<x-${n}>`).join(""),
  "names of Object": "<constructor><__proto__><a __proto__=x href=y></toString>",
};

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapUsed() {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe("hostile HTML", () => {
  it.each(Object.entries(pages))("of %s is read in linear time and gives little", (_, html) => {
    const startedAt = performance.now();
    const page = readPage(html, at);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(page.links.length).toBeLessThanOrEqual(5000);
    expect(page.headings.length).toBeLessThanOrEqual(2000);
    expect(page.text.join("").length).toBeLessThanOrEqual(200_000);
  });

  it("does not stay in memory because of the texts that are kept of it", () => {
    const before = heapUsed();
    const pages = Array.from({ length: 100 }, (_, n) => {
      const texts = `<title>A title that is long ${n}</title><p>A text that is long enough ${n}</p>
        <a href="http://[an address that is none ${n}">A link</a><meta name=n content="long text ${n}">`;
      return readPage(texts + fill(" "), at);
    });
    expect(heapUsed() - before).toBeLessThan(10_000_000);
    expect(pages).toHaveLength(100);
  });

  it("survives every prefix of a page", () => {
    const html = `<!doctype html><title>T&amp;</title><a href='x' b="c">y</a><!-- z --><h1>&#x41;</h1>`;
    for (let end = 0; end <= html.length; end += 1) {
      expect(readPage(html.slice(0, end), at).url).toBe(at.url);
    }
  });
});
