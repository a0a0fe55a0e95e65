import { BUSINESS_PAGES } from "../../../shared/audit/analysers/spelling/businessPages.ts";

/** The last page of a small business's website. Page 0 is the start page. */
const LAST_PAGE = 24;
/** Images, style sheets and scripts, so that an audit makes 50 requests. */
const IMAGES = 18;
const FILES = ["/style.css", "/theme.css", "/script.js", "/menu.js"];

const SENTENCES = BUSINESS_PAGES.flatMap((text) => text.replace(/\n/g, " ").split(/(?<=\.) /));
const PARAGRAPHS = 30;

/** The answer for a path; undefined if nothing is there. */
export function answerAt(path: string): { type: string; body: string } | undefined {
  if (FILES.includes(path))
    return { type: path.endsWith("css") ? "text/css" : "text/javascript", body: "" };
  const image = /^\/image(\d+)\.png$/.exec(path)?.[1];
  if (image !== undefined && Number(image) < IMAGES) return { type: "image/png", body: "" };
  const number = path === "/" ? 0 : Number(/^\/page\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  return number <= LAST_PAGE
    ? { type: "text/html; charset=utf-8", body: pageAt(number) }
    : undefined;
}

/** A page of 30 KB: a menu of all pages, cards, and text that differs from page to page. */
function pageAt(number: number): string {
  const menu = Array.from(
    { length: LAST_PAGE + 1 },
    (_, page) =>
      `<li class="menu-item menu-item-${page}"><a href="${pathOf(page)}"><span>Page ${page}</span></a></li>`,
  );
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, index) =>
    paragraphAt(number * PARAGRAPHS + index),
  );
  const image = number % IMAGES;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${number}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="What we do, and where you find us">
<link rel="stylesheet" href="/style.css"><link rel="stylesheet" href="/theme.css">
<script src="/script.js"></script><script src="/menu.js"></script>
<script type="application/ld+json">{"@type":"LocalBusiness","name":"Bakery","telephone":"+44 1943 000000","address":{"postalCode":"LS21 1AA"}}</script>
</head><body><header class="header header--sticky"><nav class="nav"><ul>${menu.join("\n")}</ul></nav></header>
<main><h1>Page ${number}</h1>${paragraphs.join("\n")}
<figure><img src="/image${image}.png" alt="A picture of ours" width="600" height="400"></figure></main>
<footer class="footer"><p>Call <a href="tel:+441943000000">01943 000000</a></p></footer></body></html>`;
}

function pathOf(page: number): string {
  return page === 0 ? "/" : `/page/${page}`;
}

function paragraphAt(seed: number): string {
  const sentences = Array.from(
    { length: 8 },
    (_, index) => SENTENCES[(seed * 11 + index * 7 + seed * index) % SENTENCES.length],
  );
  return `<section class="section section--${seed}"><div class="card card__body"><h2>Part ${seed}</h2><p class="text text--body">${sentences.join(" ")}</p></div></section>`;
}
