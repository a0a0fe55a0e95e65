import { type Html, html } from "../../shared/html.ts";
import { findingSeverities } from "../../shared/severity.ts";
import type { FindingsOfKind } from "../digests/findingKinds.ts";
import { isAudited, openOf, type Reported, tellKind } from "./report.ts";
import type { Writing } from "./writing.ts";

/** The bytes of the headings and sentences around lists. */
const RESERVE = 1000;

/** How many findings a website has, and kind by kind the open ones and those that were resolved. */
export function findingsPart(
  { digest, kinds, later }: Pick<Reported, "digest" | "kinds" | "later">,
  { texts, formats, room }: Writing,
): Html {
  if (!isAudited(digest)) return html`<p>${texts.neverAudited}</p>`;
  const { opened, resolved, open } = digest.findings;
  const counts = (label: string, of: typeof open) =>
    html`<tr><th scope="row">${label}</th>${findingSeverities.map(
      (severity) => html`<td class="n">${formats.number(of[severity])}</td>`,
    )}</tr>`;
  const table = html`<table class="counts"><thead><tr><td></td>${findingSeverities.map(
    (severity) => html`<th class="n">${texts.severities[severity]}</th>`,
  )}</tr></thead><tbody>${counts(texts.opened, opened)}${counts(texts.resolved, resolved)}${counts(texts.open, open)}</tbody></table>`;
  const shown = fitting(
    kinds.open,
    (each) => openKind(each, { texts, formats }),
    room - table.bytes,
  );
  const solved = fitting(
    kinds.resolved,
    ({ items: [first], count }) =>
      html`<li>${first?.title}${count > 1 && ` ${texts.alike(formats.number(count - 1))}`}</li>`,
    shown.left,
  );
  const count = openOf(digest);
  const further = count - shown.count + digest.unchecked.findings_left_out;
  return html`${table}
${count === 0 && later === 0 && html`<p>${texts.noFindings}</p>`}${shown.parts}
${further > 0 && html`<p>${texts.further(formats.number(further))}</p>`}
${later > 0 && html`<p>${texts.later(formats.number(later))}</p>`}
${solved.count > 0 && html`<h4>${texts.solved}</h4><ul>${solved.parts}</ul>`}`;
}

/** As many kinds as there is room for, in order, and how many findings they are. */
function fitting(kinds: FindingsOfKind[], show: (kind: FindingsOfKind) => Html, room: number) {
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

function openKind(
  kind: FindingsOfKind,
  { texts, formats }: Pick<Writing, "texts" | "formats">,
): Html {
  const { severity } = kind.order;
  const { shown, more, why, todo } = tellKind(kind);
  const advice = (text: string) =>
    text !== "" && html`<p><b>${formats.label(texts.todo)}</b> ${text}</p>`;
  return html`<div class="item ${severity}"><div class="tag">${texts.severities[severity]}</div>
${shown.map(
  ({ title, places, todo }) => html`<h4>${title}</h4>
${places !== "" && html`<p><b>${formats.label(texts.pages)}</b> <bdi>${places}</bdi></p>`}${advice(todo)}`,
)}
${more > 0 && html`<p>${texts.alike(formats.number(more))}</p>`}
<p><b>${formats.label(texts.why)}</b> ${why}</p>
${advice(todo)}</div>
`;
}
