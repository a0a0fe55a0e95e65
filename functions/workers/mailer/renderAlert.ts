import type { Appearance } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { tellCause } from "../../../shared/catalogue/causeTexts.ts";
import type { AlertRecord, ToldDowntime } from "../../../shared/entities/alerts.ts";
import { formatsOf } from "../../../shared/reports/formats.ts";
import { presentCause } from "../../../shared/vocabulary/reasons.ts";
import type { TextLanguage } from "../../../shared/vocabulary/texts.ts";
import { oneLine } from "./mailbox.ts";
import { plainHost } from "./plainName.ts";
import { heading, headline, item, paragraph, type RenderedMail, renderMail } from "./renderMail.ts";

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
  const { alert, language, timezone, appearance, console_url } = content;
  const { alert: texts } = catalogues[language];
  const formats = formatsOf(language, timezone);
  const groups = [
    { told: alert.begun, count: alert.begun_count, title: texts.downTitle, tell: texts.down },
    { told: alert.ended, count: alert.ended_count, title: texts.upTitle, tell: texts.up },
  ].filter(({ count }) => count > 0);
  const summaries = groups.map(({ told: [first], count, tell }) => tell(hostOf(first), count));
  const intro = `${summaries.join(". ")}.`;
  const linkOf = (told: ToldDowntime) => `${console_url}#/websites/${told.website_uuid}`;
  const [first, ...others] = groups.flatMap(({ told }) => told);
  return renderMail({
    ...{ language, appearance, subject: summaries.join("; "), preview: intro },
    parts: [
      headline(intro),
      ...groups.flatMap(({ told, count, title }) => [
        heading(title, language),
        ...told.map((each) => item(hostOf(each), linesOf(each), linkOf(each))),
        count > told.length && paragraph(texts.more(count - told.length)),
      ]),
    ],
    button: {
      label: texts.button,
      link: first && others.length === 0 ? linkOf(first) : console_url,
    },
    footer: `${texts.footer(oneLine(content.email), oneLine(content.account))} ${texts.times(timezone)}`,
    unsubscribe: { label: texts.unsubscribe, url: content.unsubscribe_url },
  });

  /** The business, since when and why. */
  function linesOf({ began_at, ended_at, business, ...told }: ToldDowntime): string[] {
    const seconds = (Date.parse(ended_at ?? began_at) - Date.parse(began_at)) / 1000;
    const { cause, technical } = presentCause(told.cause);
    return [
      oneLine(business),
      ended_at === undefined
        ? texts.since(formats.time(began_at))
        : texts.was(formats.time(began_at), formats.time(ended_at), formats.duration(seconds)),
      cause && technical ? `${tellCause(cause, language, { technical }).title} (${technical})` : "",
    ].filter(Boolean);
  }
}

/** The host of a website without its path, in which anything could be written. */
function hostOf(told: ToldDowntime | undefined): string {
  return plainHost(told?.hostname ?? "") ?? "…";
}
