import { type Appearance, textColourOn } from "../../../shared/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { labelled, textLanguageOf } from "../../../shared/texts.ts";
import { withoutTag } from "../withoutTag.ts";
import { fill } from "./fill.ts";
import { oneLine } from "./mailbox.ts";
import { plainHost, plainName } from "./plainName.ts";
import { HTML } from "./templates/mail.ts";

/**
 * The content of an onboarding mail. The reseller's user gives names, address and
 * website, and could write a message to a stranger there; operators give the rest.
 */
interface OnboardingContent extends Appearance {
  language_preference: string;
  email: string;
  first_name: string;
  /** Missing if it was deleted meanwhile. */
  business?: string | undefined;
  website?: string | undefined;
  /** Whether the reseller has an address for replies. */
  canReply: boolean;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Longer names may be messages. */
export const MOST_OF_A_FIRST_NAME = 40;
const MOST_OF_A_BUSINESS = 60;

/** The onboarding mail in the user's language. */
export function renderOnboarding(content: OnboardingContent): RenderedMail {
  const language = textLanguageOf(content.language_preference);
  const { onboarding: texts, common } = catalogues[language];
  const { colour, logo_url, link, canReply } = content;
  const sender = oneLine(content.sender);
  // Anything could be written in a tag.
  const email = oneLine(withoutTag(content.email));
  const business = plainName(content.business ?? "", MOST_OF_A_BUSINESS);
  const website = plainHost(content.website ?? "");
  const paragraphs = {
    greeting: texts.greeting(plainName(content.first_name, MOST_OF_A_FIRST_NAME)),
    intro: texts.intro(sender),
    checks: texts.checks,
    results: texts.results(sender),
    footer: texts.footer(email, sender),
  };
  const html = fill(HTML, {
    ...paragraphs,
    language,
    subject: texts.subject,
    ...(logo_url ? { logo: "", logo_url } : { name: "" }),
    sender,
    ...(business && { business }),
    ...(website && { website }),
    business_label: texts.business,
    website_label: common.website,
    ...(link && { button: "", link }),
    button_label: common.button,
    colour,
    text_colour: textColourOn(colour),
    ...(canReply && { reply: texts.reply }),
  });
  const label = (text: string) => labelled(text, language);
  const text = [
    paragraphs.greeting,
    paragraphs.intro,
    [
      business && `${label(texts.business)} ${business}`,
      website && `${label(common.website)} ${website}`,
    ]
      .filter(Boolean)
      .join("\n"),
    paragraphs.checks,
    paragraphs.results,
    link && `${label(common.button)} ${link}`,
    canReply && texts.reply,
    `-- \n${paragraphs.footer}`,
  ];
  return { subject: texts.subject, html, text: `${text.filter(Boolean).join("\n\n")}\n` };
}
