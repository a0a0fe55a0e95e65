import { withoutTag } from "../withoutTag.ts";
import { oneLine } from "./mailbox.ts";
import { plainHost, plainName } from "./plainName.ts";
import { HTML } from "./templates/onboarding.ts";
import { textsFor } from "./texts.ts";

/**
 * The content of an onboarding mail. Only `colour` is trusted. The reseller's user gives names, address and
 * website, and could write a message to a stranger there; operators give the rest.
 */
export interface OnboardingContent {
  language_preference: string;
  email: string;
  first_name: string;
  sender: string;
  /** Missing if it was deleted meanwhile. */
  business?: string | undefined;
  website?: string | undefined;
  logo_url?: string | undefined;
  /** `#rrggbb` */
  colour?: string | undefined;
  link?: string | undefined;
  /** Whether the reseller has an address for replies. */
  canReply: boolean;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** Longer names may be messages. */
const MOST_OF_A_FIRST_NAME = 40;
const MOST_OF_A_BUSINESS = 60;
const DEFAULT_COLOUR = "#1f5fbf";

/** The onboarding mail in the user's language. */
export function renderOnboarding(content: OnboardingContent): RenderedMail {
  const { language, texts } = textsFor(content.language_preference);
  const { colour = DEFAULT_COLOUR, logo_url, link, canReply } = content;
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
    ...(business && website && { details: "", business, website }),
    business_label: texts.business,
    website_label: texts.website,
    ...(link && { button: "", link }),
    button_label: texts.button,
    colour,
    text_colour: textColourOn(colour),
    ...(canReply && { reply: texts.reply }),
  });
  const text = [
    paragraphs.greeting,
    paragraphs.intro,
    business && website && `${texts.business}: ${business}\n${texts.website}: ${website}`,
    paragraphs.checks,
    paragraphs.results,
    link && `${texts.button}: ${link}`,
    canReply && texts.reply,
    `-- \n${paragraphs.footer}`,
  ];
  return { subject: texts.subject, html, text: `${text.filter(Boolean).join("\n\n")}\n` };
}

/**
 * Replaces each `{{name}}` by its escaped value, and drops each `{{#name}}…{{/name}}` without a value of
 * that name. Values are inserted last, so that a placeholder within a value stays as it is.
 */
function fill(template: string, values: Record<string, string>): string {
  return template
    .replaceAll(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name: string, inner: string) =>
      Object.hasOwn(values, name) ? inner : "",
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const { [name]: value } = values;
      if (value === undefined) throw new Error(`The template has no value for ${name}`);
      return escapeHtml(value);
    });
}

/** Black or white, whichever has more contrast to a colour (WCAG 2.2, relative luminance). */
export function textColourOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? "#000000" : "#ffffff";
}

/** Escapes text for HTML, quoted attributes included. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
