import { type Appearance, textColourOn } from "../../../shared/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { tellCause } from "../../../shared/causeTexts.ts";
import type { AlertRecord, ToldDowntime } from "../../../shared/entities/alerts.ts";
import { html } from "../../../shared/html.ts";
import { presentCause } from "../../../shared/reasons.ts";
import type { TextLanguage } from "../../../shared/texts.ts";
import { formatsOf } from "../../reports/formats.ts";
import { fill } from "./fill.ts";
import { oneLine } from "./mailbox.ts";
import { plainHost } from "./plainName.ts";
import type { RenderedMail } from "./renderOnboarding.ts";
import { HTML } from "./templates/mail.ts";

interface AlertContent {
  alert: Pick<AlertRecord, "begun" | "begun_count" | "ended" | "ended_count">;
  language: TextLanguage;
  timezone: string;
  /** The name of the account. */
  account: string;
  appearance: Appearance;
  email: string;
  console_url: string;
  unsubscribe_url: string;
}

/** An alert in the account's language: what went down and what came back, each with a link to it in the console. */
export function renderAlert(content: AlertContent): RenderedMail {
  const { alert, language, timezone, appearance, console_url, unsubscribe_url } = content;
  const { alert: texts, onboarding: common } = catalogues[language];
  const formats = formatsOf(language, timezone);
  const groups = [
    { told: alert.begun, count: alert.begun_count, title: texts.downTitle, tell: texts.down },
    { told: alert.ended, count: alert.ended_count, title: texts.upTitle, tell: texts.up },
  ]
    .filter(({ count }) => count > 0)
    .map(({ told, count, title, tell }) => ({
      title,
      rows: told.map(linesOf),
      more: count > told.length ? texts.more(count - told.length) : "",
      summary: tell(hostOf(told[0]), count),
    }));
  const summaries = groups.map(({ summary }) => summary);
  const subject = summaries.join("; ");
  const paragraphs = {
    greeting: common.greeting(undefined),
    intro: `${summaries.join(". ")}.`,
    footer: `${texts.footer(oneLine(content.email), oneLine(content.account))} ${texts.times(timezone)}`,
  };
  const [first, ...others] = groups.flatMap(({ rows }) => rows);
  const link = first && others.length === 0 ? first.link : console_url;
  const { colour, logo_url } = appearance;
  const text = [
    ...[paragraphs.greeting, paragraphs.intro],
    ...groups.flatMap(({ title, rows, more }) => [
      formats.label(title),
      ...rows.map(({ lines, link }) => `* ${[...lines, link].join("\n  ")}`),
      more,
    ]),
    `-- \n${paragraphs.footer}\n${formats.label(texts.unsubscribe)} ${unsubscribe_url}`,
  ];
  const paragraph = (inner: ReturnType<typeof html>) =>
    html`<p style="margin: 0 0 12px;">${inner}</p>`;
  const values = {
    ...{ ...paragraphs, language, subject, sender: oneLine(appearance.sender) },
    first: groups[0]?.title ?? "",
    todo: html`${groups.map(({ title, rows, more }, index) => [
      index > 0 && paragraph(html`<b>${title}</b>`),
      ...rows.map(({ lines: [host = "", ...lines], link }) =>
        paragraph(
          html`<a href="${link}" style="color: inherit;"><b>${host}</b></a>${lines.map((line) => html`<br>${line}`)}`,
        ),
      ),
      more !== "" && paragraph(html`${more}`),
    ])}`,
    ...(logo_url ? { logo: "", logo_url } : { name: "" }),
    ...{ button: "", link, button_label: texts.button },
    ...{ colour, text_colour: textColourOn(colour) },
    ...{ unsubscribe: texts.unsubscribe, unsubscribe_url },
  };
  return { subject, html: fill(HTML, values), text: `${text.filter(Boolean).join("\n\n")}\n` };

  /** The host, the business, since when and why, and the link to the website. */
  function linesOf(told: ToldDowntime) {
    const { began_at, ended_at, business } = told;
    const seconds = (Date.parse(ended_at ?? began_at) - Date.parse(began_at)) / 1000;
    const { cause, technical } = presentCause(told.cause);
    const lines = [
      hostOf(told),
      oneLine(business),
      ended_at === undefined
        ? texts.since(formats.time(began_at))
        : texts.was(formats.time(began_at), formats.time(ended_at), formats.duration(seconds)),
      cause && technical ? `${tellCause(cause, language, { technical }).title} (${technical})` : "",
    ];
    return { lines: lines.filter(Boolean), link: `${console_url}#/websites/${told.website_uuid}` };
  }
}

/** The host of a website without its path, in which anything could be written. */
function hostOf(told: ToldDowntime | undefined): string {
  return plainHost(told?.hostname ?? "") ?? "…";
}
