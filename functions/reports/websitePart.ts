import { type Html, html } from "../../shared/html.ts";
import type { Digest } from "../digests/websiteDigest.ts";
import { findingsPart } from "./findingsPart.ts";
import { hasBefore, type Reported } from "./report.ts";
import { responses } from "./responses.ts";
import { downOf, uptimeOf, type Writing } from "./writing.ts";

const MOST_DOWNTIMES = 20;

/** All that a report says of a website, without a heading for the website itself. */
export function websitePart(website: Reported, writing: Writing): Html {
  const { digest, before, days } = website;
  const { texts } = writing;
  const start = html`${figures({ digest, before }, writing)}
<h3>${texts.downtimes}</h3>
${downtimes(digest, writing)}
<h3>${texts.findings}</h3>
`;
  const end = html`<h3>${texts.unchecked}</h3>
${unchecked(digest, writing)}
<h3>${texts.responses}</h3>
${responses(digest, days, writing)}`;
  const room = writing.room - start.bytes - end.bytes;
  return html`${start}${findingsPart(website, { ...writing, room })}
${end}`;
}

function figures({ digest, before }: Pick<Reported, "digest" | "before">, writing: Writing): Html {
  const { texts, formats } = writing;
  const count = ({ observed_seconds, downtimes, has_more_downtimes }: Digest) =>
    observed_seconds === 0
      ? texts.unknown
      : `${formats.number(downtimes.length)}${has_more_downtimes ? "+" : ""}`;
  const median = ({ response_ms }: Digest) =>
    response_ms ? `${formats.number(response_ms.median)} ms` : texts.unknown;
  const isCompared = hasBefore({ before });
  const rows: [label: string, show: (of: Digest) => string][] = [
    [texts.uptime, (of) => uptimeOf(of, writing)],
    [texts.downtimes, count],
    [texts.down, (of) => downOf(of, writing)],
    [texts.responses, median],
  ];
  return html`<dl>${rows.map(
    ([label, show]) =>
      html`<div><dt>${label}</dt><dd>${show(digest)}${isCompared && html` <small>(${show(before)})</small>`}</dd></div>`,
  )}</dl>`;
}

function downtimes(digest: Digest, { texts, formats }: Writing): Html {
  const all = digest.downtimes;
  if (all.length === 0) {
    const seconds = digest.down_seconds;
    if (digest.observed_seconds === 0) return html`<p>${texts.unknown}</p>`;
    return html`<p>${seconds > 0 ? texts.unconfirmed(formats.duration(seconds)) : texts.noDowntimes}</p>`;
  }
  const shown = all.slice(-MOST_DOWNTIMES);
  const causes = new Map(shown.map((each) => [each.title, each]));
  const hasMore = digest.has_more_downtimes || shown.length < all.length;
  return html`${hasMore && html`<p class="lead">${texts.moreDowntimes}</p>`}
<table><thead><tr><th>${texts.began}</th><th>${texts.duration}</th><th>${texts.cause}</th></tr></thead><tbody>
${shown.map(
  ({ began_at, duration_seconds, title }) =>
    html`<tr><td>${formats.time(began_at)}</td><td>${
      duration_seconds === null ? texts.ongoing : formats.duration(duration_seconds)
    }</td><td>${title}</td></tr>
`,
)}</tbody></table>
${[...causes.values()].map(
  ({ title, why, what_to_do }) => html`<div class="item error"><h4>${title}</h4>
<p>${why}</p><p><b>${formats.label(texts.todo)}</b> ${what_to_do}</p></div>
`,
)}`;
}

/** What the report does not know, and why. */
function unchecked(digest: Digest, { texts, formats }: Writing): Html {
  const { unobserved_seconds, last_audited_at, unreadable, unsupported_languages } =
    digest.unchecked;
  const sentences = [
    digest.is_paused && texts.paused,
    !digest.is_checked_yet && texts.notYet,
    unobserved_seconds > 0 && texts.unobserved(formats.duration(unobserved_seconds)),
    last_audited_at === null && texts.neverAudited,
    unsupported_languages.length > 0 && texts.noSpelling(formats.languages(unsupported_languages)),
  ].filter((sentence) => sentence !== false);
  const isAll = sentences.length === 0 && !unreadable;
  return html`${(isAll ? [texts.watched] : sentences).map((text) => html`<p>${text}</p>`)}
${
  unreadable !== null &&
  html`<p class="lead">${texts.unreadable(formats.day(unreadable.since))}</p>
<div class="item warning"><h4>${unreadable.title}</h4><p>${unreadable.why}</p><p><b>${formats.label(texts.todo)}</b> ${unreadable.what_to_do}</p></div>`
}${last_audited_at !== null && html`<p>${texts.lastAudited(formats.day(last_audited_at))}</p>`}`;
}
