/** The languages of texts for customers. */
export const textLanguages = ["en", "de", "fr", "es", "it", "nl"] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** The language of a locale tag such as `de-AT`; English if there are no texts in it. */
export function textLanguageOf(locale: string): TextLanguage {
  const [preferred] = locale.toLowerCase().split(/[-_]/, 1);
  return textLanguages.find((language) => language === preferred) ?? "en";
}

/** How a language writes dates and numbers. English days come before months: `28 November 2026`. */
export function localeOf(language: TextLanguage): string {
  return language === "en" ? "en-GB" : language;
}

/**
 * A text for customers: its title, why it matters to the business in one sentence, and what
 * to do about it in one or two. Filled in are `{subject}`, `{pages}` ("on 3 pages", or "on" and the address of the
 * only page), `{pages_count}`, `{sender}` (whom to ask, after "von" in German), and fields of the detail in
 * braces.
 */
export type Text = readonly [title: string, why: string, todo: string];
export type Texts = Record<TextLanguage, Text>;

/** A label with the colon behind it, before which French has a space. */
export function labelled(label: string, language: TextLanguage): string {
  return `${label}${language === "fr" ? "\u00a0" : ""}:`;
}

/** What is filled into texts. */
export interface TextValues {
  /** The reseller's name as customers know it; without it, the person who looks after the website is named. */
  sender?: string | undefined;
  subject?: string;
  /** Addresses of some of the pages. */
  pages?: readonly string[];
  pages_count?: number;
  detail?: Record<string, unknown>;
}

/** A text as the API shows it. */
export interface ToldText {
  title: string;
  why: string;
  what_to_do: string;
}

/** A text in its language, with the values shown as that language writes numbers, dates and plurals. */
export function tellText(
  text: Text,
  language: TextLanguage,
  { subject = "", pages = [], pages_count = 0, detail = {}, sender = "" }: TextValues = {},
): ToldText {
  const [title, why, what_to_do] = text.map((part) =>
    part.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (name === "pages") return pagesPhrase(pages, pages_count, language);
      if (name === "sender") return sender.trim() ? show(sender, language) : CARERS[language];
      return show({ ...detail, subject, pages_count }[name], language);
    }),
  );
  return { title: title ?? "", why: why ?? "", what_to_do: what_to_do ?? "" };
}

/** Whom to ask if the reseller's name is not known. */
const CARERS: Record<TextLanguage, string> = {
  en: "the person who looks after your website",
  de: "der für Ihre Website zuständigen Person",
  fr: "la personne qui gère votre site",
  es: "quien gestiona su sitio web",
  it: "chi gestisce il sito",
  nl: "de beheerder van uw website",
};

/**
 * On how many pages, after a noun; `other` is for several, `none` for the website as a whole. `at` goes
 * before an address.
 */
const PAGES: Record<TextLanguage, Record<"one" | "other" | "none" | "at", string>> = {
  en: { one: "on # page", other: "on # pages", none: "on the website", at: "on" },
  de: { one: "auf # Seite", other: "auf # Seiten", none: "auf der Website", at: "auf" },
  fr: { one: "sur # page", other: "sur # pages", none: "sur le site", at: "sur" },
  es: { one: "en # página", other: "en # páginas", none: "en el sitio web", at: "en" },
  it: { one: "in # pagina", other: "in # pagine", none: "nel sito web", at: "su" },
  nl: { one: "op # pagina", other: "op # pagina’s", none: "op de website", at: "op" },
};

function pagesPhrase([page]: readonly string[], count: number, language: TextLanguage): string {
  const { one, other, none, at } = PAGES[language];
  if (count === 0) return none;
  if (count === 1 && page) return `${at} ${show(page, language)}`;
  const form = numbersOf(language).one(count) ? one : other;
  return form.replace("#", show(count, language));
}

/** How a language writes a number of things, and whether they are named in the singular. */
export function numbersOf(language: TextLanguage) {
  const numbers = new Intl.NumberFormat(localeOf(language));
  const plurals = new Intl.PluralRules(language);
  return {
    n: (count: number) => numbers.format(count),
    one: (count: number) => plurals.select(count) === "one",
  };
}

/** Days of Intl as people write them: `1er novembre` in French, `1–30 novembre` in Italian. */
export function writtenDays(text: string, language: TextLanguage): string {
  if (language === "fr") return text.replaceAll(/(?<!\d)1(?=[\s–])/g, "1er");
  return language === "it" ? text.replaceAll(/(?<!\d)0(?=\d[\s–])/g, "") : text;
}

const MOST_CHARACTERS = 100;
const MOST_READ = 1000;
const DAY = /^\d{4}-\d\d-\d\dT/;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [ISOLATE, END_OF_ISOLATE] = ["\u2068", "\u2069"];

/**
 * A value as plain text for a sentence: numbers and timestamps as the language writes them, texts of a
 * website in one line of 100 characters at most, those from right to left isolated (UAX #9).
 */
function show(value: unknown, language: TextLanguage): string {
  if (typeof value === "number") return new Intl.NumberFormat(language).format(value);
  const text = typeof value === "string" ? value : "";
  if (DAY.test(text) && !Number.isNaN(Date.parse(text)))
    return writtenDays(
      new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" }).format(
        new Date(text),
      ),
      language,
    );
  const short = oneLine(text.replaceAll(/\s+/g, " "), MOST_CHARACTERS) || "…";
  return RIGHT_TO_LEFT.test(short) ? `${ISOLATE}${short}${END_OF_ISOLATE}` : short;
}

/** Line breaks, and what changes the direction of the text around it (UAX #9). */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;
/** What shows nothing, except what joins the signs of an emoji or the letters of a script. */
const INVISIBLE = /[\u00ad\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e001f}]/gu;

/** A text of others as one line of at most `most` characters. */
export function oneLine(text: string, most = MOST_READ): string {
  const start = text.slice(0, MOST_READ).toWellFormed();
  const line = start.replaceAll(BREAKING, " ").replaceAll(INVISIBLE, "").trim();
  const characters = [...line];
  const isLong = characters.length > most || text.length > MOST_READ;
  return isLong ? `${characters.slice(0, most - 1).join("")}…` : line;
}

/** Removes trailing characters, in linear time: `/[.]+$/` would take quadratic time. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
