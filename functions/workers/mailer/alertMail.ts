import { listeners, readAlerts } from "../../../shared/alerts/alerts.ts";
import { type Appearance, appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { tellStoredCause } from "../../../shared/catalogue/causeTexts.ts";
import { Alert, type AlertRecord, type ToldDowntime } from "../../../shared/entities/alerts.ts";
import { accountLocale, Reseller } from "../../../shared/entities/reseller.ts";
import { shownHost } from "../../../shared/fields/siteUrl.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { formatsOf } from "../../../shared/reports/formats.ts";
import type { TextLanguage } from "../../../shared/vocabulary/texts.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";
import { heading, headline, item, paragraph, type RenderedMail, renderMail } from "./renderMail.ts";
import { SERVICE_NAME, sendOnce, unsubscribing } from "./sendOnce.ts";

/** Sends an alert to one of its addresses, by the address's uuid, unless that was removed or has unsubscribed. */
export async function sendAlert(
  { reseller_uuid, uuid, due_at }: OwnedKey & Pick<AlertRecord, "due_at">,
  clock: Clock,
): Promise<void> {
  const [{ data: alert }, { data: reseller }, settings] = await Promise.all([
    Alert.get({ reseller_uuid, due_at }).go({ consistent: true }),
    Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    readAlerts(reseller_uuid),
  ]);
  const address = listeners(settings).find((each) => each.uuid === uuid);
  if (!alert || !reseller || !address) return;
  const { email, secret } = address;
  const api_url = requireEnv("API_URL");
  const { unsubscribe_url, headers } = unsubscribing({ reseller_uuid, uuid, secret });
  await sendOnce(
    {
      // SES takes it as the value of a tag, which has no colon.
      key: { reseller_uuid, about: "address", uuid, occasion: `alert-${Date.parse(due_at)}` },
      ...{ reseller, senderName: SERVICE_NAME },
      make: async () => ({
        to: email,
        ...renderAlert({
          ...{ alert, email, unsubscribe_url, ...accountLocale(reseller) },
          ...{ account: reseller.name, appearance: appearanceOf(reseller) },
          console_url: `${api_url}/console`,
        }),
        headers,
      }),
    },
    clock,
  );
}

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
  const { alert: texts, common, unsubscribe } = catalogues[language];
  const formats = formatsOf(language, timezone);
  const groups = [
    { downtimes: alert.begun, count: alert.begun_count, title: texts.downTitle, tell: texts.down },
    { downtimes: alert.ended, count: alert.ended_count, title: texts.upTitle, tell: texts.up },
  ].filter(({ count }) => count > 0);
  const summaries = groups.map(({ downtimes: [first], count, tell }) => tell(hostOf(first), count));
  const intro = `${summaries.join(". ")}.`;
  const linkOf = ({ website_uuid }: ToldDowntime) => `${console_url}#/websites/${website_uuid}`;
  const [first, ...others] = groups.flatMap(({ downtimes }) => downtimes);
  return renderMail({
    ...{ language, appearance, subject: summaries.join("; "), preview: intro },
    parts: [
      headline(intro),
      ...groups.flatMap(({ downtimes, count, title }) => [
        heading(title, language),
        ...downtimes.map((each) => item(hostOf(each), linesOf(each), linkOf(each))),
        count > downtimes.length && paragraph(common.moreWebsites(count - downtimes.length)),
      ]),
    ],
    button: {
      label: texts.button,
      link: first && others.length === 0 ? linkOf(first) : console_url,
    },
    footer: `${common.accountFooter(oneLine(content.email), oneLine(content.account))} ${common.times(timezone)}`,
    unsubscribe: { label: unsubscribe.unsubscribe, url: content.unsubscribe_url },
  });

  /** The business, since when and why. */
  function linesOf({ began_at, ended_at, business, ...downtime }: ToldDowntime): string[] {
    const seconds = (Date.parse(ended_at ?? began_at) - Date.parse(began_at)) / 1000;
    const { cause, technical, title } = tellStoredCause(downtime.cause, language);
    return [
      oneLine(business),
      ended_at === undefined
        ? texts.since(formats.time(began_at))
        : texts.was(formats.time(began_at), formats.time(ended_at), formats.duration(seconds)),
      cause && technical ? `${title} (${technical})` : "",
    ].filter(Boolean);
  }
}

/** The host of a website without its path, in which anything could be written. */
function hostOf(downtime: ToldDowntime | undefined): string {
  return shownHost(downtime?.hostname ?? "") || "…";
}
