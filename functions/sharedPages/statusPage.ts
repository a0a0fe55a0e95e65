import type { StatusTexts } from "../../shared/catalogue/catalogue.ts";
import { catalogues } from "../../shared/catalogue/catalogues.ts";
import { tellCause } from "../../shared/causeTexts.ts";
import { type Html, html } from "../../shared/html.ts";
import { pluralOf } from "../../shared/texts.ts";
import { formatsOf } from "../reports/formats.ts";
import { brand, page } from "../reports/page.ts";
import { dayBars, gaps } from "./dayBars.ts";
import { LIVE_SCRIPT } from "./liveScript.ts";
import type { State, WebsiteStatus } from "./readStatus.ts";
import type { Content, Shared } from "./shared.ts";
import { lineShown } from "./shownText.ts";
import { findStatus, type Status } from "./status.ts";
import { style } from "./statusStyle.ts";

/** The rest of a page's 60 kB is for its frame. */
const MOST_BYTES = 48_000;
/** Fewer downtimes of each website of a business. */
const DOWNTIMES_OF_EACH = 3;
const SIGNS: Record<State, string> = { up: "✓", down: "✕", unchecked: "…", paused: "⏸" };

/** Pages are rendered once for each status that was read. */
const rendered = new WeakMap<Status, Content>();

/** The page of a status share. */
export async function statusPage(shared: Shared): Promise<Content> {
  const status = await findStatus(shared);
  const content = rendered.get(status) ?? render(status, shared);
  rendered.set(status, content);
  return content;
}

function render(status: Status, { appearance, language, now }: Shared): Content {
  const texts = catalogues[language].status;
  const words: Words = { texts, formats: formatsOf(language, "UTC"), language, now };
  const headline = headlineOf(status, words);
  const checks = status.websites.flatMap(({ checked_at }) => checked_at ?? []);
  const lastCheck = checks.toSorted().at(-1);
  const [only] = status.websites;
  const name = status.name ?? (only?.hostname || texts.website);
  const sender = lineShown(appearance.sender);
  const looks = { ...appearance, sender };
  const { link } = looks;
  const { html: text, contentSecurityPolicy } = page({
    ...{ language, appearance: looks },
    style: `${style}html{border-top:6px solid ${appearance.colour}}`,
    title: `${headline.text} – ${name}`,
    body: html`<header>${link ? html`<a href="${link}" rel="noopener">${brand(looks)}</a>` : brand(looks)}</header>
<main>
${gaps}
<h1><bdi>${name}</bdi></h1>
<p class="now ${headline.state}" role="status"><span aria-hidden="true">${SIGNS[headline.state]}</span> ${headline.text}</p>
${lastCheck !== undefined && html`<p class="quiet">${filled(texts.lastCheck, { time: words.formats.time(lastCheck) })}</p>`}
${websitesPart(status, words)}
</main>
<footer><p id="stale" role="status" hidden>${texts.stale}</p><p>${texts.counting} ${texts.utc}</p></footer>
<script src="${LIVE_SCRIPT}"></script>`,
  });
  return {
    type: "text/html; charset=utf-8",
    body: text,
    headers: {
      "content-security-policy": `${contentSecurityPolicy}; script-src 'self'; connect-src 'self'`,
    },
  };
}

interface Words {
  texts: StatusTexts;
  formats: ReturnType<typeof formatsOf>;
  language: Shared["language"];
  now: number;
}

/** What is true now, in a sentence. */
export function headlineOf(
  { name, websites, websites_count: total, websites_down_count: down }: Status,
  { texts, formats, language }: Pick<Words, "texts" | "formats" | "language">,
): { state: State; text: string } {
  const [only] = websites;
  if (name === null && only) return { state: only.state, text: texts.site[only.state] };
  if (down) {
    const values = { down: formats.number(down), total: formats.number(total) };
    return { state: "down", text: filled(pluralOf(texts.someDown, down, language), values) };
  }
  if (!websites.some(({ state }) => state === "up")) {
    const isPaused = websites.length > 0 && websites.every(({ state }) => state === "paused");
    return { state: isPaused ? "paused" : "unchecked", text: texts.noneChecked };
  }
  const isWhole = websites.length === total && websites.every(({ state }) => state === "up");
  return { state: "up", text: isWhole ? texts.allUp : texts.noneDown };
}

/** The websites, as many as there is room for. */
function websitesPart({ name, websites, websites_count: total }: Status, words: Words): Html {
  const parts: Html[] = [];
  let bytes = 0;
  for (const website of websites) {
    const part = websitePart(website, words, name === null);
    bytes += part.bytes;
    if (bytes > MOST_BYTES) break;
    parts.push(part);
  }
  const count = total - parts.length;
  const left = filled(pluralOf(words.texts.more, count, words.language), {
    count: words.formats.number(count),
  });
  return html`${parts}${count > 0 && html`<p>${left}</p>`}`;
}

function websitePart(website: WebsiteStatus, words: Words, isOnly: boolean): Html {
  const { hostname, state, down_since, down_cause, uptime_percentage } = website;
  const { texts, formats, language } = words;
  const since = down_since ? filled(texts.since, { time: formats.time(down_since) }) : "";
  const cause = down_cause ? tellCause(down_cause, language).title : "";
  const percent = uptime_percentage === null ? texts.noData : formats.percent(uptime_percentage);
  return html`<section>
${!isOnly && html`<h2><bdi>${hostname || texts.website}</bdi> <span class="tag ${state}">${texts.states[state]}</span></h2>`}
${(since || cause) !== "" && html`<p>${since}${since && cause && ": "}${cause}</p>`}
<p class="uptime"><span>${texts.uptime}</span> <strong>${percent}</strong></p>
${dayBars(website.days, words)}
<p class="ends quiet"><span>${texts.daysAgo}</span> <span>${texts.today}</span></p>
${maintenancePart(website, words)}
${downtimesPart(website, words, isOnly)}
</section>
`;
}

function maintenancePart({ maintenance }: WebsiteStatus, { texts, formats, now }: Words): Html {
  const windows = maintenance.map(({ starts_at, ends_at, reason }) => {
    const isUnderWay = Date.parse(starts_at) <= now;
    return html`<li>${formats.time(starts_at)} – ${formats.time(ends_at)}${isUnderWay && html` <span class="tag paused">${texts.underWay}</span>`}${reason !== null && html` <bdi>${lineShown(reason)}</bdi>`}</li>`;
  });
  return html`${windows.length > 0 && html`<h3>${texts.maintenance}</h3><ul>${windows}</ul>`}`;
}

function downtimesPart(
  { downtimes, down_seconds }: WebsiteStatus,
  { texts, formats, language }: Words,
  isOnly: boolean,
): Html {
  const shown = downtimes.slice(0, isOnly ? downtimes.length : DOWNTIMES_OF_EACH);
  const items = shown.map(({ began_at, duration_seconds, ended_at, cause }) => {
    const isOver = ended_at !== null;
    const seconds = duration_seconds ?? 0;
    return html`<li><time datetime="${began_at}">${formats.time(began_at)}</time>, ${isOver ? formats.duration(seconds) : texts.ongoing}${cause !== null && html`<br>${tellCause(cause, language).title}`}</li>`;
  });
  if (items.length > 0) return html`<h3>${texts.downtimes}</h3><ul>${items}</ul>`;
  const none =
    down_seconds > 0
      ? filled(texts.unconfirmed, { duration: formats.duration(down_seconds) })
      : texts.noDowntime;
  return html`${(isOnly || down_seconds > 0) && html`<p>${none}</p>`}`;
}

/** A text with its values. */
function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
