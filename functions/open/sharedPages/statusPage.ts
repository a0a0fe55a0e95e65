import { type Html, html } from "../../../shared/platform/html.ts";
import { nameUptime, tellUptime, type Words, wordsOf } from "../../../shared/reports/writing.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";
import { type WebsiteState, websiteStates } from "../../../shared/vocabulary/websiteState.ts";
import { brand, type Content, heading, page } from "../report/page.ts";
import { downtimeTable, noDowntime, secondTries } from "../report/websitePart.ts";
import { LIVE_SCRIPT } from "./liveScript.ts";
import type { Shared } from "./shared.ts";
import {
  findStatus,
  MOST_OF_A_NAME,
  STATUS_DAYS,
  type Status,
  type WebsiteStatus,
} from "./status.ts";

/** Fewer downtimes of each website of a business. */
const DOWNTIMES_OF_EACH = 3;
const SIGNS: Record<WebsiteState, string> = {
  ...{ up: "▲", down: "▼", unstable: "≈", maintenance: "◆", not_checked: "○", paused: "‖" },
};

/** The page of a status share. */
export async function statusPage(shared: Shared): Promise<Content> {
  return render(await findStatus(shared), shared);
}

function render(status: Status, { appearance, language, now }: Shared): Content {
  const words = wordsOf(language, "UTC", now);
  const { status: texts, formats } = words;
  const { state, text, counts } = headlineOf(status, words);
  const checks = status.websites.flatMap(({ last_checked_at }) => last_checked_at ?? []);
  const lastCheck = checks.toSorted().at(-1);
  const host = status.isOfBusiness
    ? undefined
    : status.websites[0]?.hostname || words.texts.website;
  const looks = { ...appearance, sender: oneLine(appearance.sender, MOST_OF_A_NAME) };
  return page({
    ...{ language, appearance: looks, policy: ["script-src 'self'", "connect-src 'self'"] },
    title: `${text} – ${[status.name, host].filter(Boolean).join(", ")}`,
    body: html`<header>${brand(looks)}</header>
<main>
<h1><bdi>${status.name}</bdi></h1>
${host !== undefined && html`<p class="period"><bdi>${host}</bdi></p>`}
<p class="now ${state}" role="status"><span aria-hidden="true">${SIGNS[state]}</span> ${text}</p>
${counts !== "" && html`<p>${counts}</p>`}
${lastCheck !== undefined && html`<p class="quiet">${texts.lastCheck(formats.time(lastCheck))}</p>`}
${websitesPart(status, words)}
</main>
<footer><p id="stale" role="status" hidden>${texts.stale}</p><p>${words.texts.counted} ${words.texts.times("UTC")}</p></footer>
<script src="${LIVE_SCRIPT}"></script>`,
  });
}

/** What is true now: a sentence with the state that it tells, and how many websites are in which, if they differ. */
export function headlineOf(
  { isOfBusiness, websites, websites_count: total, website_counts }: Status,
  { texts, status, formats }: Words,
): { state: WebsiteState; text: string; counts: string } {
  const [only] = websites;
  if (!isOfBusiness && only)
    return { state: only.state, text: texts.states[only.state], counts: "" };
  const countOf = (...states: WebsiteState[]) =>
    states.reduce((sum, each) => sum + website_counts[each], 0);
  const present = websiteStates.filter((each) => countOf(each) > 0);
  const counts = present
    .map((each) => `${formats.label(texts.states[each])} ${formats.number(countOf(each))}`)
    .join(" · ");
  const base = { counts: present.length > 1 ? counts : "" };
  if (countOf("down") > 0)
    return { ...base, state: "down", text: status.someDown(countOf("down"), total) };
  const isUp = countOf("up", "unstable") > 0;
  // Nothing is green before all was checked.
  const state = ORDER.find((each) => countOf(each) > 0) ?? "not_checked";
  if (!isUp && countOf("maintenance") === 0) return { ...base, state, text: status.noneChecked };
  const isAllUp = countOf("up", "unstable") === total;
  return { ...base, state, text: isAllUp ? status.allUp : status.noneDown };
}

/** Which state the headline has while no website is down. */
const ORDER = ["not_checked", "maintenance", "unstable", "up", "paused"] as const;

function websitesPart({ isOfBusiness, websites, websites_count: total }: Status, words: Words) {
  const count = total - websites.length;
  return html`${websites.map((website) => websitePart(website, words, !isOfBusiness))}
${count > 0 && html`<p>${words.texts.moreWebsites(count)}</p>`}`;
}

function websitePart(website: WebsiteStatus, words: Words, isOnly: boolean): Html {
  const { hostname, state, down_since, response_ms, unsupported_languages: unsupported } = website;
  const { texts, status, formats } = words;
  const ms = (value: number) => `${formats.number(value)} ms`;
  const cause = website.downtimes.find(({ ended_at }) => ended_at === null)?.title;
  const since = down_since !== null && status.since(formats.time(down_since));
  return html`<section>
${!isOnly && html`<h2><bdi>${hostname || texts.website}</bdi> <span class="state ${state}">${texts.states[state]}</span></h2>`}
${since && html`<p>${since}${cause !== undefined && `: ${cause}`}</p>`}
<p class="uptime"><span>${nameUptime(website, words)}</span> <strong>${tellUptime(website, words)}</strong></p>
${dayBars(website, words)}
${secondTries(website, words)}
${response_ms !== null && html`<p class="quiet">${formats.label(texts.responses)} ${texts.median} ${ms(response_ms.median)}, ${texts.p95} ${ms(response_ms.p95)}</p>`}
${unsupported.length > 0 && html`<p class="quiet">${texts.noSpelling(formats.languages(unsupported))}</p>`}
${maintenancePart(website, words, isOnly ? 2 : 3)}
${downtimesPart(website, words, isOnly)}
</section>
`;
}

function maintenancePart({ maintenance }: WebsiteStatus, words: Words, level: number): Html {
  const { status, formats, now } = words;
  const windows = maintenance.map(({ starts_at, ends_at, reason }) => {
    const isUnderWay = Date.parse(starts_at) <= now;
    return html`<li>${formats.time(starts_at)} – ${formats.time(ends_at)}${isUnderWay && html` <span class="state maintenance">${status.underWay}</span>`}${reason !== null && html` <bdi>${oneLine(reason, MOST_OF_A_NAME)}</bdi>`}</li>`;
  });
  return html`${windows.length > 0 && html`${heading(level, status.maintenance)}<ul>${windows}</ul>`}`;
}

function downtimesPart(website: WebsiteStatus, words: Words, isOnly: boolean): Html {
  const { downtimes, down_seconds } = website;
  const shown = isOnly ? downtimes : downtimes.slice(0, DOWNTIMES_OF_EACH);
  if (shown.length > 0)
    return html`${heading(isOnly ? 2 : 3, words.texts.downtimes)}${downtimeTable(shown, words)}`;
  return html`${(isOnly || down_seconds > 0) && html`<p>${noDowntime(website, words)}</p>`}`;
}

/** Of a bar with the gap behind it. */
const STEP = 4;
const WIDTH = 3;
const HEIGHT = 32;
/** A narrow page has bars for a month only. */
const MONTH_DAYS = 30;
/** A day with the shortest failure is still seen. */
const LEAST_SHARE = 0.1;

type Day = WebsiteStatus["days"][number];

/**
 * A bar for each day, red from the top as far as the website was down, and none before the website existed. A day with
 * a failure has its time down as a title.
 */
function dayBars(website: WebsiteStatus, words: Words): Html {
  const { days, existed_since = "" } = website;
  const { texts, formats } = words;
  const failing: string[] = [];
  const bars = days.map((day, index) => {
    const { date, observed_seconds, down_seconds } = day;
    const bar = (name: string, height = HEIGHT) =>
      html`<rect class="${name}" x="${index * STEP}" width="${WIDTH}" height="${height}"/>`;
    if (observed_seconds === 0) return date >= existed_since.slice(0, 10) && bar("none");
    if (down_seconds === 0) return bar("full");
    const title = `${formats.shortDay(date)}: ${texts.downFor(formats.duration(down_seconds))}`;
    failing.push(title);
    return html`<g><title>${title}</title>${bar("full")}${bar("low", redOf(day))}</g>`;
  });
  const summary = failing.length > 0 ? failing.join(", ") : noDowntime(website, words);
  const label = `${formats.label(texts.uptime)} ${summary}`;
  return html`<div class="days"><svg viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg></div>
<p class="ends quiet"><span class="quarter">${formats.ago(STATUS_DAYS)}</span><span class="month">${formats.ago(MONTH_DAYS)}</span> <span>${formats.ago(0)}</span></p>`;
}

function redOf({ observed_seconds, down_seconds }: Day): number {
  return Math.round(HEIGHT * Math.max(LEAST_SHARE, down_seconds / observed_seconds));
}
