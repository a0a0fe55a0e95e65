import { type Appearance, appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { ListEntry } from "../../../shared/entities/list.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { shownHost } from "../../../shared/fields/siteUrl.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import type { List } from "../../../shared/lists/listedKind.ts";
import { websites } from "../../../shared/lists/websites.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { changeReportMails } from "../../../shared/reports/reportMails.ts";
import { oneLine, textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { aboutBusiness, statusLink } from "./customerShare.ts";
import { plainName } from "./plainName.ts";
import { facts, headline, paragraph, type RenderedMail, renderMail } from "./renderMail.ts";
import { sendOnce } from "./sendOnce.ts";

/** Tells a user what was set up, unless the onboarding asked for no e-mail, or the user was suspended or deleted. */
export async function sendOnboardingMail(
  { reseller_uuid, user_uuid }: { reseller_uuid: string; user_uuid: string },
  clock: Clock,
): Promise<void> {
  const [{ data: user }, { data: reseller }] = await Promise.all([
    User.get({ reseller_uuid, uuid: user_uuid }).go({ consistent: true }),
    Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
  ]);
  if (!user || !reseller) return;
  // A suspended user's reports go on when the suspension ends.
  if ((reseller.report_mails ?? "none") !== "none") {
    await changeReportMails({ reseller_uuid, uuid: user_uuid }, () => ({}), clock.now());
  }
  if (user.suspended_at || user.is_onboarded_quietly) return;
  const { reply_to } = reseller;
  const appearance = appearanceOf(reseller);
  const { email, first_name, language_preference, created_at } = user;
  await sendOnce(
    {
      key: { reseller_uuid, about: "user", uuid: user_uuid, occasion: "onboarding" },
      ...{ reseller, senderName: appearance.sender, isKept: true },
      make: async () => {
        const { business, website } = await findOnboarded(user);
        const shown = business && aboutBusiness(business.uuid, user_uuid);
        const mail = renderOnboarding({
          ...{ appearance, email, first_name, language_preference },
          ...{ business: business?.name, website: website?.hostname },
          link: shown && (await statusLink(reseller, shown, created_at)),
          canReply: reply_to !== undefined,
        });
        return { to: email, replyTo: reply_to, ...mail };
      },
    },
    clock,
  );
}

/** The user's first business and its first website, if they still exist. */
async function findOnboarded({ reseller_uuid, uuid: user_uuid }: UserRecord) {
  const business = await findFirst<BusinessRecord>(businesses.list({ reseller_uuid, user_uuid }));
  const business_uuid = business?.uuid;
  const website =
    business_uuid &&
    (await findFirst<WebsiteRecord>(websites.list({ reseller_uuid, business_uuid })));
  return { business, website: website || undefined };
}

/** The first record of a list, which the onboarding created; undefined if it was deleted. */
async function findFirst<Listed>(list: List): Promise<Listed | undefined> {
  const { data: entry } = await ListEntry.get({ ...list, sequence: 0 }).go({ consistent: true });
  return entry?.record as Listed | undefined;
}

/**
 * The content of an onboarding mail. The reseller's user gives names, address and
 * website, and could write a message to a stranger there; operators give the rest.
 */
interface OnboardingContent {
  appearance: Appearance;
  language_preference: string;
  email: string;
  first_name: string;
  /** Missing if it was deleted meanwhile. */
  business?: string | undefined;
  website?: string | undefined;
  /** The address of the status page. */
  link?: string | undefined;
  /** Whether the reseller has an address for replies. */
  canReply: boolean;
}

/** Longer names may be messages. */
const MOST_OF_A_FIRST_NAME = 40;
const MOST_OF_A_BUSINESS = 60;

/** The onboarding mail in the user's language. */
export function renderOnboarding(content: OnboardingContent): RenderedMail {
  const { appearance, link, canReply } = content;
  const language = textLanguageOf(content.language_preference);
  const { onboarding: texts, common } = catalogues[language];
  const sender = oneLine(appearance.sender);
  const named = [
    { label: texts.business, value: plainName(content.business ?? "", MOST_OF_A_BUSINESS) ?? "" },
    { label: common.website, value: shownHost(content.website ?? "") },
  ].filter(({ value }) => value !== "");
  const intro = texts.intro(sender);
  return renderMail({
    ...{ language, appearance, subject: texts.subject, preview: intro },
    parts: [
      paragraph(texts.greeting(plainName(content.first_name, MOST_OF_A_FIRST_NAME))),
      headline(intro),
      named.length > 0 && facts(named, language),
      paragraph(texts.checks),
      link !== undefined && paragraph(texts.results),
      canReply && paragraph(texts.reply),
    ],
    button: link === undefined ? undefined : { label: texts.button, link },
    footer: common.footer(oneLine(content.email), sender),
  });
}
