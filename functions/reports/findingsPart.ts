import { type Html, html } from "../../shared/html.ts";
import { findingSeverities } from "../../shared/severity.ts";
import type { FindingsOfKind } from "../views/findingKinds.ts";
import type { WebsiteView } from "../views/websiteView.ts";
import { heading } from "./page.ts";
import { isAudited, openOf, tellKind } from "./report.ts";
import type { Writing } from "./writing.ts";

/** The bytes of the headings and sentences around lists. */
const RESERVE = 1000;

/** How many findings a website has, and kind by kind the open ones and those that were resolved. */
export function findingsPart(view: WebsiteView, writing: Writing): Html {
  const { texts, formats, room, level } = writing;
  if (!isAudited(view)) return html`<p>${texts.neverAudited}</p>`;
  const { kinds, later } = view;
  const { opened, resolved, open } = view.findings;
  const counts = (label: string, of: typeof open) =>
    html`<tr><th scope="row">${label}</th>${findingSeverities.map(
      (severity) => html`<td class="n">${formats.number(of[severity])}</td>`,
    )}</tr>`;
  const table = html`<table class="counts"><thead><tr><td></td>${findingSeverities.map(
    (severity) => html`<th class="n">${texts.severities[severity]}</th>`,
  )}</tr></thead><tbody>${counts(texts.opened, opened)}${counts(texts.resolved, resolved)}${counts(texts.open, open)}</tbody></table>`;
  const shown = fitting(kinds.open, (each) => openKind(each, writing), room - table.bytes);
  const solved = fitting(
    kinds.resolved,
    ({ items: [first], count }) =>
      html`<li>${first?.title}${count > 1 && ` ${texts.alike(count - 1)}`}</li>`,
    shown.left,
  );
  const count = openOf(view);
  const further = count - shown.count + view.unchecked.findings_left_out;
  return html`${table}
${count === 0 && later === 0 && html`<p>${texts.noFindings}</p>`}${shown.parts}
${further > 0 && html`<p>${texts.further(further)}</p>`}
${later > 0 && html`<p>${texts.later(later)}</p>`}
${solved.count > 0 && html`${heading(level + 1, texts.solved)}<ul>${solved.parts}</ul>`}`;
}

/** As many kinds as there is room for, in order, and how many findings they are. */
export function fitting(
  kinds: FindingsOfKind[],
  show: (kind: FindingsOfKind) => Html,
  room: number,
) {
  const parts: Html[] = [];
  let [left, count] = [room, 0];
  for (const kind of kinds) {
    const part = show(kind);
    if (left - part.bytes < RESERVE) break;
    left -= part.bytes;
    count += kind.count;
    parts.push(part);
  }
  return { parts, left, count };
}

export function openKind(kind: FindingsOfKind, { texts, formats, level }: Writing): Html {
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
