import { type Html, html } from "../../../shared/platform/html.ts";
import type { Reported } from "../../../shared/reports/report.ts";
import type { Words, Writing } from "../../../shared/reports/writing.ts";
import type { WebsiteView } from "../../../shared/views/websiteView.ts";
import { findingsPart } from "./findingsPart.ts";
import { heading } from "./page.ts";

const MOST_DOWNTIMES = 20;
/** A shorter part of the time without a result is not worth a word. */
const LEAST_UNKNOWN = 0.01;

/** What a report says of a website in detail, without a heading for the website itself. */
export function websitePart(website: Reported, writing: Writing): Html {
  const { texts, level } = writing;
  return html`${heading(level, texts.downtimes)}
${downtimes(website, writing)}
${secondTries(website, writing)}
${heading(level, texts.findings)}
${findingsPart(website, writing)}
${unchecked(website, writing)}
${heading(level, texts.responses)}
${responses(website, writing)}`;
}

/** How fast a website answered in the period. */
function responses({ response_ms }: WebsiteView, { texts, formats }: Words): Html {
  if (!response_ms) return html`<p>${texts.noResponses}</p>`;
  const ms = (value: number) => `${formats.number(value)} ms`;
  return html`<p>${texts.median} ${ms(response_ms.median)}, ${texts.p95} ${ms(response_ms.p95)}.</p>`;
}

type Attempts = Pick<WebsiteView, "looks" | "failed_attempts">;

/** How many checks needed a second try, if any did. */
export function secondTries({ failed_attempts, looks }: Attempts, { texts }: Words): Html {
  return html`${failed_attempts > 0 && html`<p class="quiet">${texts.secondTries(failed_attempts, looks)}</p>`}`;
}

type Down = Pick<WebsiteView, "observed_seconds" | "down_seconds">;

/** That there was no downtime, or only failures that none confirmed. */
export function noDowntime({ observed_seconds, down_seconds }: Down, { texts, formats }: Words) {
  if (observed_seconds === 0) return texts.unknown;
  return down_seconds > 0 ? texts.unconfirmed(formats.duration(down_seconds)) : texts.noDowntimes;
}

/** When downtimes began, how long they lasted, and why. */
export function downtimeTable(all: WebsiteView["downtimes"], { texts, formats }: Words): Html {
  return html`<table><thead><tr><th>${texts.began}</th><th>${texts.duration}</th><th>${texts.cause}</th></tr></thead><tbody>
${all.map(
  ({ began_at, duration_seconds, title }) =>
    html`<tr><td><time datetime="${began_at}">${formats.time(began_at)}</time></td><td>${
      duration_seconds === null ? texts.ongoing : formats.duration(duration_seconds)
    }</td><td>${title}</td></tr>
`,
)}</tbody></table>`;
}

function downtimes(website: WebsiteView, writing: Writing): Html {
  const { texts, formats, level } = writing;
  const all = website.downtimes;
  if (all.length === 0) return html`<p>${noDowntime(website, writing)}</p>`;
  const shown = all.slice(-MOST_DOWNTIMES);
  const causes = new Map(shown.map((each) => [each.title, each]));
  const hasMore = website.has_more_downtimes || shown.length < all.length;
  return html`${hasMore && html`<p class="lead">${texts.moreDowntimes}</p>`}
${downtimeTable(shown, writing)}
${[...causes.values()].map(
  ({ title, why, what_to_do }) => html`<div class="item error">${heading(level + 1, title)}
<p>${why}</p><p><b>${formats.label(texts.todo)}</b> ${what_to_do}</p></div>
`,
)}`;
}

/** Whether nothing is known of more than a hundredth of the time. */
export function isUnknownLong({ observed_seconds, unchecked }: WebsiteView): boolean {
  const { unobserved_seconds: unknown } = unchecked;
  return unknown > LEAST_UNKNOWN * (observed_seconds + unknown);
}

/** What the report does not know, and why; nothing if it knows all. */
function unchecked(website: WebsiteView, { texts, formats, level }: Writing): Html {
  const { unobserved_seconds, unreadable, unsupported_languages } = website.unchecked;
  const sentences = [
    website.state === "paused" && `${texts.states.paused}.`,
    website.state === "not_checked" && `${texts.states.not_checked}.`,
    website.state !== "not_checked" &&
      isUnknownLong(website) &&
      texts.unobserved(formats.duration(unobserved_seconds)),
    unsupported_languages.length > 0 && texts.noSpelling(formats.languages(unsupported_languages)),
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0 && !unreadable) return html``;
  return html`${heading(level, texts.unchecked)}
${sentences.map((text) => html`<p>${text}</p>`)}
${
  unreadable !== null &&
  html`<p class="lead">${texts.unreadable(formats.day(unreadable.since))}</p>
<div class="item warning">${heading(level + 1, unreadable.title)}<p>${unreadable.why}</p><p><b>${formats.label(texts.todo)}</b> ${unreadable.what_to_do}</p></div>`
}`;
}
