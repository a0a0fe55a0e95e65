import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SiteHandler } from "../../support/site.ts";
import { page } from "./faultySite.ts";

const WORDS =
  "the engine that you have at home will turn all of its wheels with steam and so it can work for your business as long as there is water".split(
    " ",
  );

/** A website of pages of 30 KB, each with a menu, links to ten others and a different text. */
export function largeSite(count: number): SiteHandler {
  const menu = Array.from({ length: 100 }, (_, index) => `<li>${linkTo(index)}</li>`);
  return ({ url = "/" }, response) => {
    const number = url === "/" ? 0 : Number(url.slice(1));
    if (!Number.isInteger(number) || number >= count) return response.writeHead(404).end();
    const next = Array.from({ length: 10 }, (_, index) => (number * 10 + index + 1) % count);
    const links = next.map((target) => linkTo(target));
    const paragraphs = Array.from({ length: 27 }, (_, index) => paragraph(number * 27 + index));
    const body = `<nav><ul>${menu.join("")}</ul></nav><h1>Engine ${number}</h1>${paragraphs.join("")}
      <p>${links.join(" ")}</p><p>A word of ours: ${misspelled(number)}.</p>`;
    response.setHeader("content-type", "text/html").end(page(`Engine ${number}`, body));
  };
}

function linkTo(number: number): string {
  return `<a href="/${number || ""}">Engine ${number}</a>`;
}

/** Around 1,000 characters, no two of them the same. */
function paragraph(seed: number): string {
  const words = Array.from({ length: 200 }, (_, index) => WORDS[(seed * 7 + index * index) % 29]);
  return `<p>${words.join(" ")} ${seed}.</p>`;
}

const LIST = "../../../shared/audit/analysers/spelling/words/misspellings.en.txt";
const MISSPELLINGS = readFileSync(join(import.meta.dirname, LIST), "utf8").match(/^\S+/gm) ?? [];

/** Another one on each page. */
function misspelled(number: number): string {
  return MISSPELLINGS[number] ?? "recieve";
}
