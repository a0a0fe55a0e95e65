import { type Appearance, textColourOn } from "../../../shared/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { type Html, html } from "../../../shared/html.ts";
import {
  hasBefore,
  isAudited,
  type ReportContent,
  type Reported,
  tellKind,
  worstWebsiteFirst,
} from "../../reports/report.ts";
import { figuresOfRow, type Words, wordsOf } from "../../reports/writing.ts";
import { type FindingsOfKind, worstKindFirst } from "../../views/findingKinds.ts";
import { withoutTag } from "../withoutTag.ts";
import { fill } from "./fill.ts";
import { oneLine } from "./mailbox.ts";
import { plainHost, plainName } from "./plainName.ts";
import { MOST_OF_A_FIRST_NAME, type RenderedMail } from "./renderOnboarding.ts";
import { HTML } from "./templates/mail.ts";

/** The content of a mail with a report. */
interface ReportMailContent extends Omit<ReportContent, "name"> {
  appearance: Appearance;
  email: string;
  first_name: string;
  canReply: boolean;
  unsubscribe_url: string;
}

const MOST_WEBSITES = 20;
const MOST_KINDS = 3;
const MOST_OF_A_KIND = 3;

const CELL = "padding: 4px 12px 4px 0; border-bottom: 1px solid #d9dfe5; vertical-align: top;";
/** Host names may break anywhere, words and figures not. */
const WHOLE = `${CELL} overflow-wrap: normal; word-break: normal;`;

/** A report as a mail: the figures of each website beside those before, and what to do first. */
export function renderReportMail(content: ReportMailContent): RenderedMail {
  const { language, period, before, appearance, canReply, unsubscribe_url } = content;
  const { reportMail: mail, onboarding } = catalogues[language];
  const words = wordsOf(language, period.timezone, content.now);
  const { texts, formats } = words;
  const range = formats.range(period.days.from, period.days.to);
  const sender = oneLine(appearance.sender);
  const websites = content.websites.toSorted(worstWebsiteFirst);
  const rows = websites.slice(0, MOST_WEBSITES).map((each) => rowOf(each, words));
  const head = [texts.website, texts.uptime, texts.down, texts.findings];
  const todo = [
    ...websites.flatMap(whatCloses),
    ...websites
      .flatMap((website) => openIn(website, websites.length > 1))
      .toSorted(worstKindFirst)
      .map((kind) => linesOf(kind, words)),
  ].slice(0, MOST_KINDS);
  const left = websites.length - rows.length + content.left_out;
  const unsupported = new Set(websites.flatMap(({ unchecked }) => unchecked.unsupported_languages));
  const further = [
    ...(left > 0 ? [texts.websites(left)] : []),
    ...(unsupported.size > 0 ? [texts.noSpelling(formats.languages([...unsupported]))] : []),
  ];
  const paragraphs = {
    greeting: onboarding.greeting(plainName(content.first_name, MOST_OF_A_FIRST_NAME)),
    intro: mail.intro(sender, range),
    compared: websites.some(hasBefore)
      ? texts.compared(formats.range(before.days.from, before.days.to))
      : "",
    counted: texts.counted,
    footer: mail.footer(oneLine(withoutTag(content.email)), sender),
  };
  const optional = {
    ...(todo.length === 0 && nothingOpen(websites, words)),
    ...(further.length > 0 && { further: further.join(" ") }),
    ...(canReply && { reply: onboarding.reply }),
  };
  const { link, logo_url, colour } = appearance;
  const text = [
    ...[paragraphs.greeting, paragraphs.intro],
    rows.map(({ cells }) =>
      cells.map((cell, index) => `${formats.label(head[index] ?? "")} ${cell}`).join("\n"),
    ),
    ...[paragraphs.compared, paragraphs.counted],
    todo.length > 0 && formats.label(mail.first),
    ...todo.map((lines) => `* ${lines.map(({ text }) => text).join("\n  ")}`),
    ...[
      optional.nothing,
      optional.further,
      link && `${formats.label(texts.button)} ${link}`,
      optional.reply,
    ],
    `-- \n${paragraphs.footer}\n${formats.label(mail.unsubscribe)} ${unsubscribe_url}`,
  ];
  const values = {
    ...{ ...paragraphs, ...optional, language, subject: mail.subject(range), sender },
    rows: html`<tr>${head.map((name) => html`<th style="${WHOLE} text-align: left;">${name}</th>`)}</tr>${rows.map(({ row }) => row)}`,
    first: mail.first,
    ...(todo.length > 0 && {
      todo: html`${todo.map(
        (lines) =>
          html`<p style="margin: 0 0 12px;">${lines.map(
            ({ text, isTitle }, index) =>
              html`${index > 0 && html`<br>`}${isTitle ? html`<b>${text}</b>` : text}`,
          )}</p>`,
      )}`,
    }),
    ...(logo_url ? { logo: "", logo_url } : { name: "" }),
    ...(link && { button: "", link }),
    button_label: texts.button,
    ...{ colour, text_colour: textColourOn(colour) },
    ...{ unsubscribe: mail.unsubscribe, unsubscribe_url },
  };
  return {
    subject: mail.subject(range),
    html: fill(HTML, values),
    text: `${text.flat().filter(Boolean).join("\n\n")}\n`,
  };
}

interface Line {
  text: string;
  isTitle?: boolean;
}

/** What keeps visitors or audits out of a website. */
function whatCloses({ hostname, downtimes, unchecked }: Reported): Line[][] {
  const closed = [downtimes.find(({ ended_at }) => ended_at === null) ?? unchecked.unreadable];
  return closed
    .flatMap((each) => each ?? [])
    .map(({ title, why, what_to_do }) => [
      { text: withHost(hostname, title), isTitle: true },
      { text: why },
      { text: what_to_do },
    ]);
}

/** The open findings of a website by kind; if it is one of several, they say whose they are. */
function openIn({ hostname, kinds }: Reported, isOneOfSeveral: boolean): FindingsOfKind[] {
  if (!isOneOfSeveral) return kinds.open;
  return kinds.open.map((kind) => ({
    ...kind,
    items: kind.items.map((each) => ({ ...each, title: withHost(hostname, each.title) })),
  }));
}

/** The worst findings of a kind, how many more there are, why they matter and what to do. */
function linesOf(kind: FindingsOfKind, { texts, formats }: Words): Line[] {
  const { shown, more, why, todo } = tellKind(kind, MOST_OF_A_KIND);
  return [
    ...shown.flatMap(({ title, places, todo }) => [
      { text: title, isTitle: true },
      { text: places && `${formats.label(texts.pages)} ${places}` },
      { text: todo },
    ]),
    { text: more > 0 ? texts.alike(more) : "" },
    { text: why },
    { text: todo },
  ].filter(({ text }) => text !== "");
}

function withHost(hostname: string, title: string): string {
  const name = plainHost(hostname) ?? "…";
  return title.includes(name) ? title : `${name} – ${title}`;
}

/** That nothing is open, or that no audit took place; neither if more was found later, or only some websites were audited. */
function nothingOpen(websites: Reported[], { texts }: Words): { nothing?: string } {
  if (websites.some(({ later }) => later > 0)) return {};
  const audited = websites.filter(isAudited).length;
  if (audited === websites.length) return { nothing: texts.noFindings };
  return audited === 0 ? { nothing: texts.neverAudited } : {};
}

/** A website with its figures, and those before in brackets. */
function rowOf(website: Reported, words: Words): { cells: string[]; row: Html } {
  const cells = [plainHost(website.hostname) ?? "…", ...figuresOfRow(website, words)];
  return {
    cells,
    row: html`<tr>${cells.map((cell, index) => html`<td style="${index === 0 ? `${CELL} min-width: 96px;` : WHOLE}">${cell}</td>`)}</tr>`,
  };
}
