import { type Appearance, appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { Mail } from "../../../shared/entities/mail.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { User } from "../../../shared/entities/user.ts";
import { shownHost } from "../../../shared/fields/siteUrl.ts";
import type { Customer } from "../../../shared/lists/readCustomer.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { log } from "../../../shared/platform/log.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { reportOccasion } from "../../../shared/reports/mailTimes.ts";
import { type ReportContent, readCustomerReport } from "../../../shared/reports/report.ts";
import { findReportMails } from "../../../shared/reports/reportMails.ts";
import { summaryOf } from "../../../shared/reports/summary.ts";
import { wordsOf } from "../../../shared/reports/writing.ts";
import { type DigestPeriod, periodOfDays } from "../../../shared/views/period.ts";
import type { ViewRequest } from "../../../shared/views/uptimeView.ts";
import { oneLine, textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { aboutBusiness, aboutUser, reportLink } from "./customerShare.ts";
import {
  facts,
  heading,
  headline,
  item,
  paragraph,
  type RenderedMail,
  renderMail,
} from "./renderMail.ts";
import { sendOnce, unsubscribing } from "./sendOnce.ts";

/** A report about these days for a user. */
type ReportMessage = { reseller_uuid: string; user_uuid: string } & DigestPeriod["days"];

/**
 * Sends a user the report about some days, once. No report is sent if the user is suspended, deleted or unsubscribed,
 * if the onboarding mail was not sent although it was requested, or if no website was watched in these days.
 */
export async function sendReportMail(
  { reseller_uuid, user_uuid: uuid, ...days }: ReportMessage,
  clock: Clock,
): Promise<void> {
  const key = { reseller_uuid, about: "user", uuid } as const;
  const consistent = { consistent: true };
  const [{ data: user }, { data: reseller }, { data: welcome }, settings] = await Promise.all([
    User.get({ reseller_uuid, uuid }).go(consistent),
    Reseller.get({ uuid: reseller_uuid }).go(consistent),
    Mail.get({ ...key, occasion: "onboarding" }).go(consistent),
    findReportMails({ reseller_uuid, uuid }),
  ]);
  if (!user || user.suspended_at || !reseller || !settings || settings.unsubscribed_at) return;
  const isWelcomed = welcome?.status === "sent";
  if (!isWelcomed && !user.is_onboarded_quietly) return;
  const now = clock.now();
  const { email, language_preference } = user;
  const language = textLanguageOf(language_preference);
  const period = periodOfDays(days, settings.timezone ?? "UTC");
  const appearance = appearanceOf(reseller);
  const { sender } = appearance;
  const read = await readUnlessTooLarge(
    { reseller_uuid, user_uuid: uuid },
    { period, language, now, sender },
  );
  if (!read?.websites.some(({ observed_seconds }) => observed_seconds > 0)) return;
  const { unsubscribe_url, headers } = unsubscribing(settings);
  await sendOnce(
    {
      key: { ...key, occasion: reportOccasion(days) },
      ...{ reseller, senderName: appearance.sender },
      isFirst: !isWelcomed && settings.last_sent_at === undefined,
      make: async () => {
        const [business = "", ...others] = new Set(read.websites.map((each) => each.business_uuid));
        const isOfOne = others.length === 0 && read.left_out === 0;
        const shown = isOfOne ? aboutBusiness(business, uuid) : aboutUser(uuid);
        return {
          to: email,
          replyTo: reseller.reply_to,
          ...renderReportMail({
            ...{ ...read, appearance, email, unsubscribe_url },
            link: await reportLink(reseller, shown, { period, now }),
          }),
          headers,
        };
      },
    },
    clock,
  );
}

/** A digest of more than 1,000 websites is refused, and so is a report about them. */
async function readUnlessTooLarge(customer: Customer, request: ViewRequest) {
  try {
    return await readCustomerReport(customer, request);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    log("warn", "a user has too many websites for a report", { ...customer });
  }
}

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
  const { reportMail: mail, unsubscribe } = catalogues[language];
  const words = wordsOf(language, period.timezone, content.now);
  const { texts, formats } = words;
  const websites = content.websites.map((each) => ({
    ...each,
    hostname: shownHost(each.hostname) || texts.website,
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
      content.left_out > 0 && paragraph(texts.moreWebsites(content.left_out)),
    ],
    button: link === undefined ? undefined : { label: mail.button, link },
    footer: texts.footer(oneLine(content.email), oneLine(appearance.sender)),
    unsubscribe: { label: unsubscribe.unsubscribe, url: content.unsubscribe_url },
  });
}
