import { type Html, html } from "../../../shared/platform/html.ts";
import {
  isAudited,
  openOf,
  type ReportContent,
  type Reported,
  sumOf,
  worstWebsiteFirst,
} from "../../../shared/reports/report.ts";
import { type Summary, summaryOf } from "../../../shared/reports/summary.ts";
import {
  tellDown,
  tellUptime,
  type Words,
  type Writing,
  wordsOf,
} from "../../../shared/reports/writing.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";
import { brand, type Content, page } from "./page.ts";
import { isUnknownLong, websitePart } from "./websitePart.ts";

/** Of the table of a business's websites. */
const MOST_ROWS = 50;
/** The websites that are shown in detail. */
const MOST_DETAILED = 10;
const MOST_CHARACTERS = 60;

/**
 * A report about a website or a business for a reseller's user: a page that works without a script and prints, the
 * summary on a sheet of its own.
 */
export function renderReport(content: ReportContent): Content {
  const { language, period, appearance: looks, left_out } = content;
  const shown = (text: string) => oneLine(text, MOST_CHARACTERS);
  const appearance = { ...looks, sender: shown(looks.sender) };
  const words = wordsOf(language, period.timezone, content.now);
  const { texts, formats } = words;
  const name = shown(content.name);
  const websites = content.websites
    .map((website) => ({ ...website, hostname: shown(website.hostname) }))
    .toSorted(worstWebsiteFirst);
  const at = formats.time(new Date(content.now).toISOString());
  const writing = { ...words, level: 2 };
  return page({
    ...{ language, appearance },
    title: `${formats.label(texts.title)} ${name}`,
    body: html`<header>${brand(appearance)}
<h1>${formats.label(texts.title)} <bdi>${name}</bdi></h1>
${content.customer !== undefined && html`<p class="period"><bdi>${shown(content.customer)}</bdi></p>`}
<p class="period">${formats.range(period.days.from, period.days.to)}</p>
<p class="quiet">${appearance.sender}, ${at}. ${texts.times(period.timezone)}</p></header>
<main>${summaryPart(summaryOf(websites, words), words)}
<div class="details">${detailed(websites, writing, left_out)}</div></main>
<footer>${texts.counted}</footer>`,
  });
}

function summaryPart({ headline, figures, fixed, todo, nothing }: Summary, words: Words): Html {
  const { texts, formats } = words;
  const classOf = (isBetter: boolean | undefined) =>
    isBetter === undefined ? "same" : isBetter ? "better" : "worse";
  return html`<p class="headline">${headline}</p>
<dl>${figures.map(
    ({ label, value, trend }) =>
      html`<div><dt>${label}</dt><dd>${value}${trend && html` <small class="${classOf(trend.isBetter)}"><span aria-hidden="true">${trend.sign}</span> ${trend.text}</small>`}</dd></div>`,
  )}</dl>
${fixed.length > 0 && html`<h2>${texts.fixed}</h2><ul>${fixed.map((title) => html`<li>${title}</li>`)}</ul>`}
<h2>${texts.first}</h2>
${nothing !== "" && html`<p>${nothing}</p>`}
${todo.map(
  ({ title, more, why, what_to_do }) => html`<div class="item"><h3>${title}</h3>
${more > 0 && html`<p>${texts.alike(more)}</p>`}<p>${why}</p><p><b>${formats.label(texts.todo)}</b> ${what_to_do}</p></div>
`,
)}`;
}

/** A single website in detail; several as a table, and the first of those with news in detail. */
function detailed(websites: Reported[], writing: Writing, leftOut: number): Html {
  const { texts } = writing;
  const [only] = websites;
  if (only && websites.length === 1 && leftOut === 0) return websitePart(only, writing);
  const news = websites.filter((website) => !isCalm(website));
  const calm = websites.length - news.length;
  const without = news.length - MOST_DETAILED;
  return html`<h2>${texts.all}</h2>
${tableOf(websites, writing, leftOut)}
${calm > 0 && html`<p>${texts.calm(calm)}</p>`}
${news.slice(0, MOST_DETAILED).map(
  (website) => html`<h2 class="site"><bdi>${website.hostname}</bdi></h2>
${websitePart(website, { ...writing, level: 3 })}`,
)}
${without > 0 && html`<p>${texts.details(without)}</p>`}`;
}

/** Whether there was no downtime and nothing is new, so that the table says all of a website. */
function isCalm(website: Reported): boolean {
  const { downtimes, findings, unchecked, state } = website;
  const isWatched = state !== "not_checked" && state !== "paused" && !isUnknownLong(website);
  const opened = sumOf(Object.values(findings.opened), Number);
  return isWatched && downtimes.length === 0 && opened === 0 && !unchecked.unreadable;
}

function tableOf(websites: Reported[], writing: Writing, leftOut: number): Html {
  const { texts, formats } = writing;
  const shown = websites.slice(0, MOST_ROWS);
  const further = websites.length - shown.length + leftOut;
  const cellsOf = (website: Reported) => [
    tellUptime(website, writing),
    tellDown(website, writing),
    isAudited(website) ? formats.number(openOf(website)) : texts.unknown,
  ];
  return html`<table class="sites"><thead><tr><th>${texts.website}</th><th class="n">${texts.uptime}</th><th class="n">${texts.down}</th><th class="n">${texts.openFindings}</th></tr></thead><tbody>
${shown.map(
  (website) =>
    html`<tr><td><bdi>${website.hostname}</bdi></td>${cellsOf(website).map((cell) => html`<td class="n">${cell}</td>`)}</tr>
`,
)}</tbody></table>
${further > 0 && html`<p>${texts.moreWebsites(further)}</p>`}`;
}
