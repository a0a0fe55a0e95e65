import { type Html, html } from "../../shared/html.ts";
import { lineShown } from "../sharedPages/shownText.ts";
import { brand, type Page, page } from "./page.ts";
import { hasBefore, type ReportContent, type Reported, worstWebsiteFirst } from "./report.ts";
import { websitePart } from "./websitePart.ts";
import { figuresOfRow, type Writing, wordsOf } from "./writing.ts";

/** The whole page is at most this long. */
const MOST_BYTES = 60_000;
/** Of the overview of a business's websites. */
const MOST_ROWS = 50;
/** A website without this much room is not shown in detail. */
const LEAST_BYTES = 6000;
const MOST_CHARACTERS = 60;
/** The days of a table: of a single website, a month. */
const [MOST_DAYS, DAYS_OF_EACH] = [31, 7];

/** A report about a website or a business for a reseller's user: a page that works without a script and prints. */
export function renderReport(content: ReportContent): Page {
  const { language, period, before } = content;
  const appearance = {
    ...content.appearance,
    sender: lineShown(content.appearance.sender, MOST_CHARACTERS),
  };
  const words = wordsOf(language, period.timezone, content.now);
  const { texts, formats } = words;
  const name = lineShown(content.name, MOST_CHARACTERS);
  const websites = content.websites.toSorted(worstWebsiteFirst);
  const range = ({ days }: typeof period) => formats.range(days.from, days.to);
  const made = texts.made(
    appearance.sender,
    formats.time(new Date(content.now).toISOString()),
    period.timezone,
  );
  const around = (parts: Html[]) =>
    page({
      ...{ language, appearance },
      title: `${formats.label(texts.title)} ${name}`,
      body: html`<header>${brand(appearance)}
<h1>${formats.label(texts.title)} <bdi>${name}</bdi></h1>
${content.customer !== undefined && html`<p class="period"><bdi>${lineShown(content.customer, MOST_CHARACTERS)}</bdi></p>`}
<p class="period">${range(period)}</p>
<p class="quiet">${made}</p>
${appearance.link && html`<p><a class="button" href="${appearance.link}">${texts.button}</a></p>`}</header>
<main>${parts}</main>
<footer>${websites.some(hasBefore) && `${texts.compared(range(before))} `}${texts.counted}</footer>`,
    });
  const room = MOST_BYTES - Buffer.byteLength(around([]).html);
  return around(
    detailed(websites, { ...words, room, rows: MOST_DAYS, level: 2 }, content.left_out),
  );
}

/** The overview of several websites, and the details of as many as there is room for, the worst first. */
function detailed(websites: Reported[], writing: Writing, leftOut: number): Html[] {
  const { texts } = writing;
  const [only] = websites;
  if (only && websites.length === 1 && leftOut === 0) return [websitePart(only, writing)];
  const parts = [overview(websites, writing, leftOut)];
  let left = writing.room - 2 * LEAST_BYTES - (parts[0]?.bytes ?? 0);
  let count = 0;
  for (const website of websites) {
    if (left < LEAST_BYTES) break;
    const room = Math.max(LEAST_BYTES, left);
    const part = html`<h2 class="site"><bdi>${lineShown(website.hostname, MOST_CHARACTERS)}</bdi></h2>
${websitePart(website, { ...writing, room, rows: DAYS_OF_EACH, level: 3 })}`;
    if (part.bytes > room + LEAST_BYTES) break;
    left -= part.bytes;
    count += 1;
    parts.push(part);
  }
  const without = websites.length - count;
  if (without > 0) parts.push(html`<p>${texts.details(without)}</p>`);
  return parts;
}

function overview(websites: Reported[], writing: Writing, leftOut: number): Html {
  const { texts } = writing;
  const shown = websites.slice(0, MOST_ROWS);
  const further = websites.length - shown.length + leftOut;
  return html`<table class="sites"><thead><tr><th>${texts.website}</th><th class="n">${texts.uptime}</th><th class="n">${texts.down}</th><th class="n">${texts.findings}</th></tr></thead><tbody>
${shown.map(
  (website) =>
    html`<tr><td><bdi>${lineShown(website.hostname, MOST_CHARACTERS)}</bdi></td>${figuresOfRow(website, writing).map((cell) => html`<td class="n">${cell}</td>`)}</tr>
`,
)}</tbody></table>
${further > 0 && html`<p>${texts.websites(further)}</p>`}`;
}
