import type { Appearance } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { oneLine } from "./mailbox.ts";
import { plainHost, plainName } from "./plainName.ts";
import { facts, headline, paragraph, type RenderedMail, renderMail } from "./renderMail.ts";
import { withoutTag } from "./withoutTag.ts";

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
    { label: common.website, value: plainHost(content.website ?? "") ?? "" },
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
    // Anything could be written in a tag.
    footer: texts.footer(oneLine(withoutTag(content.email)), sender),
  });
}
