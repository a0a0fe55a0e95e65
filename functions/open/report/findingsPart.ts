import { siteUrl } from "../../../shared/fields/siteUrl.ts";
import { type Html, html } from "../../../shared/platform/html.ts";
import { isAudited, openOf, sumOf } from "../../../shared/reports/report.ts";
import type { Writing } from "../../../shared/reports/writing.ts";
import type { FindingsOfKind } from "../../../shared/views/findingKinds.ts";
import type { WebsiteView } from "../../../shared/views/websiteView.ts";
import { findingSeverities } from "../../../shared/vocabulary/severity.ts";
import { heading } from "./page.ts";

/** Of the kinds of open findings of a website or prospect, the worst first. */
const MOST_KINDS = 40;
const MOST_PLACES = 3;

/** How many findings a website has, and kind by kind the open ones. */
export function findingsPart(view: WebsiteView, writing: Writing): Html {
  const { texts, formats } = writing;
  if (!isAudited(view)) return html`<p>${texts.neverAudited}</p>`;
  const { kinds, later } = view;
  const { last_audited_at } = view.unchecked;
  const { opened, resolved, open } = view.findings;
  const counts = (label: string, of: typeof open) =>
    html`<tr><th scope="row">${label}</th>${findingSeverities.map(
      (severity) => html`<td class="n">${formats.number(of[severity])}</td>`,
    )}</tr>`;
  const table = html`<table class="counts"><thead><tr><td></td>${findingSeverities.map(
    (severity) => html`<th class="n">${texts.severities[severity]}</th>`,
  )}</tr></thead><tbody>${counts(texts.opened, opened)}${counts(texts.resolved, resolved)}${counts(texts.open, open)}</tbody></table>`;
  const count = openOf(view);
  return html`${table}
${count === 0 && later === 0 && html`<p>${texts.noFindings}</p>`}
${openKinds(kinds.open, count, writing)}
${later > 0 && html`<p>${texts.later(later)}</p>`}
<p>${last_audited_at === null ? texts.neverAudited : texts.lastAudited(formats.day(last_audited_at))}</p>`;
}

/** The worst kinds of open findings, and how many further ones there are of `total`. */
export function openKinds(kinds: FindingsOfKind[], total: number, writing: Writing): Html {
  const shown = kinds.slice(0, MOST_KINDS);
  const further = total - sumOf(shown, ({ count }) => count);
  return html`${shown.map((kind) => openKind(kind, writing))}
${further > 0 && html`<p>${writing.texts.further(further)}</p>`}`;
}

/** Findings without the query of the website's own address, which may hold a secret, also where a title has cut it off. */
export function withoutQuery(kinds: FindingsOfKind[], hostname: string): FindingsOfKind[] {
  const [name = ""] = siteUrl(hostname)?.search.split("=", 1) ?? [];
  if (name === "") return kinds;
  const hide = (title: string) => {
    const [start = "", ...others] = title.split(name);
    return start + others.map((rest) => rest.replace(/^\S*/, "?…")).join("");
  };
  return kinds.map((kind) => ({
    ...kind,
    items: kind.items.map((each) => ({ ...each, title: hide(each.title) })),
  }));
}

function openKind(kind: FindingsOfKind, { texts, formats, level }: Writing): Html {
  const { severity } = kind.order;
  const { shown, more, why, todo } = tellKind(kind);
  const advice = (text: string) =>
    text !== "" && html`<p><b>${formats.label(texts.todo)}</b> ${text}</p>`;
  return html`<div class="item ${severity}"><div class="tag">${texts.severities[severity]}</div>
${shown.map(
  ({ title, places, todo }) => html`${heading(level + 1, title)}
${places !== "" && html`<p><b>${formats.label(texts.pages)}</b> <bdi>${places}</bdi></p>`}${advice(todo)}`,
)}
${more > 0 && html`<p>${texts.alike(more)}</p>`}
<p><b>${formats.label(texts.why)}</b> ${why}</p>
${advice(todo)}</div>
`;
}

/** What to say of findings of one kind, with the advice beside each only where it differs. */
function tellKind({ items, count }: FindingsOfKind) {
  const [first] = items;
  const isSame = items.every(({ what_to_do }) => what_to_do === first?.what_to_do);
  return {
    shown: items.map((each) => ({
      title: each.title,
      places: placesOf(each),
      todo: isSame ? "" : each.what_to_do,
    })),
    more: count - items.length,
    why: first?.why ?? "",
    todo: isSame ? (first?.what_to_do ?? "") : "",
  };
}

/** Some of several pages, without queries, which may hold a secret; the start page by its host. */
function placesOf({ pages, pages_count }: FindingsOfKind["items"][number]): string {
  if (pages_count < 2) return "";
  const places = pages.flatMap((page) => {
    const { host, pathname } = URL.parse(page) ?? {};
    return (pathname === "/" ? host : pathname) ?? [];
  });
  const shown = [...new Set(places)].slice(0, MOST_PLACES);
  return [...shown, ...(pages_count > shown.length && shown.length > 0 ? ["…"] : [])].join(", ");
}
