import type { Appearance } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import type { ReportContent } from "../../../shared/reports/report.ts";
import { summaryOf } from "../../../shared/reports/summary.ts";
import { wordsOf } from "../../../shared/reports/writing.ts";
import { oneLine } from "./mailbox.ts";
import { plainHost } from "./plainName.ts";
import {
  facts,
  heading,
  headline,
  item,
  paragraph,
  type RenderedMail,
  renderMail,
} from "./renderMail.ts";
import { withoutTag } from "./withoutTag.ts";

/** The content of a mail with a report. */
interface ReportMailContent
  extends Pick<ReportContent, "language" | "period" | "now" | "websites" | "left_out"> {
  appearance: Appearance;
  email: string;
  /** The address of the report; undefined if it could not be shared. */
  link: string | undefined;
  unsubscribe_url: string;
}

/** What comes first in a report as a mail. */
export function renderReportMail(content: ReportMailContent): RenderedMail {
  const { language, period, appearance, link } = content;
  const { reportMail: mail } = catalogues[language];
  const words = wordsOf(language, period.timezone, content.now);
  const { texts, formats } = words;
  const websites = content.websites.map((each) => ({
    ...each,
    hostname: plainHost(each.hostname) ?? texts.website,
  }));
  const summary = summaryOf(websites, words);
  return renderMail({
    ...{ language, appearance, preview: summary.headline },
    subject: mail.subject(formats.range(period.days.from, period.days.to)),
    parts: [
      headline(summary.headline),
      facts(
        summary.figures.map(({ label, value, trend }) => ({
          ...{ label, value, note: trend && `${trend.sign} ${trend.text}` },
        })),
        language,
      ),
      summary.todo.length > 0 && heading(texts.first, language),
      ...summary.todo.map(({ title, what_to_do }) => item(title, [what_to_do])),
      summary.nothing !== "" && paragraph(summary.nothing),
      content.left_out > 0 && paragraph(texts.websites(content.left_out)),
    ],
    button: link === undefined ? undefined : { label: mail.button, link },
    footer: mail.footer(oneLine(withoutTag(content.email)), oneLine(appearance.sender)),
    unsubscribe: { label: mail.unsubscribe, url: content.unsubscribe_url },
  });
}
