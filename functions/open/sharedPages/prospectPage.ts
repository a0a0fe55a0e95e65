import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { shownHost } from "../../../shared/fields/siteUrl.ts";
import { type Html, html } from "../../../shared/platform/html.ts";
import { presentIn, readFindings, tellUnreadable } from "../../../shared/prospects/prospect.ts";
import { type Words, wordsOf } from "../../../shared/reports/writing.ts";
import { groupByKind } from "../../../shared/views/findingKinds.ts";
import {
  countBySeverity,
  type FindingSeverity,
  findingSeverities,
} from "../../../shared/vocabulary/severity.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";
import { openKinds, withoutQuery } from "../report/findingsPart.ts";
import { brand, type Content, page } from "../report/page.ts";
import type { SharedProspect } from "./shared.ts";
import { MOST_OF_A_NAME } from "./status.ts";

/** The page of a prospect: what its audit found, the worst first. */
export async function prospectPage({
  prospect,
  appearance,
  language,
  now,
}: SharedProspect): Promise<Content> {
  const words = wordsOf(language, "UTC", now);
  const texts = catalogues[language].prospect;
  const looks = { ...appearance, sender: oneLine(appearance.sender, MOST_OF_A_NAME) };
  const name = shownHost(prospect.hostname) || words.texts.website;
  const parts = prospect.state === "running" ? html`<p>${texts.running}</p>` : await result();
  const content = page({
    ...{ language, appearance: looks },
    title: `${words.formats.label(texts.title)} ${name}`,
    body: html`<header>${brand(looks)}
<h1>${words.formats.label(texts.title)} <bdi>${name}</bdi></h1>
<p class="period">${words.formats.day(prospect.audited_at ?? prospect.created_at)}</p></header>
<main>${parts}</main>`,
  });
  const isRunning = prospect.state === "running";
  return isRunning
    ? { ...content, headers: { ...content.headers, "cache-control": "no-store" } }
    : content;

  async function result(): Promise<Html> {
    const findings = await readFindings(prospect);
    const all = groupByKind(findings, presentIn(prospect, looks.sender));
    const kinds = withoutQuery(all, prospect.hostname);
    return html`${unreadablePart()}${findings.length > 0 && countsPart(countBySeverity(findings))}${coveragePart(words)}
${findings.length > 0 && html`<h2>${words.texts.findings}</h2>`}
${findings.length === 0 && prospect.state === "done" && html`<p>${texts.none}</p>`}
${openKinds(kinds, findings.length, { ...words, level: 2 })}`;
  }

  function unreadablePart(): Html | false {
    const reason = tellUnreadable(prospect, looks.sender);
    return (
      reason !== null &&
      html`<h2>${texts.failed}</h2>
<div class="item error"><h3>${reason.title}</h3><p>${reason.why}</p><p><b>${words.formats.label(words.texts.todo)}</b> ${reason.what_to_do}</p></div>`
    );
  }

  function countsPart(counts: Record<FindingSeverity, number>): Html {
    const { severities } = words.texts;
    return html`<dl>${findingSeverities.map(
      (each) =>
        html`<div><dt>${severities[each]}</dt><dd>${words.formats.number(counts[each])}</dd></div>`,
    )}</dl>`;
  }

  /** What was read, and what was not. */
  function coveragePart({ formats, texts: { noSpelling } }: Words): Html | false {
    const { pages_read, unchecked = [], unsupported_languages = [] } = prospect;
    if (pages_read === 0) return false;
    const unread = unchecked
      .filter(({ what }) => what === "pages")
      .reduce((sum, { count }) => sum + count, 0);
    return html`<p class="quiet">${texts.read(pages_read)}${unread > 0 && ` ${texts.unread(unread)}`}${
      unsupported_languages.length > 0 &&
      ` ${noSpelling(formats.languages([...unsupported_languages]))}`
    }</p>`;
  }
}
