import { expect, test } from "vitest";
import { faultCodes, findFaultKind } from "../../../shared/audit/faultKinds.ts";
import { feedItemTypes } from "../../../shared/audit/feedItemTypes.ts";
import { causeTexts } from "../../../shared/catalogue/causeTexts.ts";
import { faultTexts, tellFault } from "../../../shared/catalogue/faultTexts.ts";
import {
  type Texts,
  tellText,
  textLanguageOf,
  textLanguages,
} from "../../../shared/vocabulary/texts.ts";

test("a code that no longer exists has no kind, and is its own title", () => {
  expect(findFaultKind("none")).toBeUndefined();
  expect(tellFault("none", "de")).toEqual({ title: "none", why: "", what_to_do: "" });
});

test.each(Object.entries(feedItemTypes))(
  "the explanation of %s has no names of the code",
  (_, type) => {
    expect(type.explanation.replaceAll(/`[^`]*`/g, "")).not.toMatch(/\b[a-z]+[A-Z]/);
  },
);

/** The fields of details that texts name. */
const FIELDS: Record<string, string[]> = {
  skipped_level: ["text"],
  misspelled_word: ["suggestion"],
  ...{ certificate_expired: ["expires_at"], certificate_expires_soon: ["expires_at"] },
  ...{ domain_expired: ["expires_at"], domain_expires_soon: ["expires_at"] },
  ...{ slow_website: ["score"], average_speed: ["score"] },
  no_recent_post: ["last_post_at"],
  slow_responses: ["seconds"],
};

test.each(faultCodes)("%s has texts in every language", (code) => {
  const texts = textLanguages.map((language) => [language, faultTexts[language][code]]);
  expectTexts(Object.fromEntries(texts), [
    "subject",
    "pages",
    "pages_count",
    "sender",
    ...(FIELDS[code] ?? []),
  ]);
});

test.each(Object.entries(causeTexts))("the cause %s has texts in every language", (_, texts) => {
  expectTexts(texts, ["sender"]);
});

/**
 * Expects texts of complete sentences that have the same placeholders in each language, out of those that are
 * always filled in, and each language's typography.
 */
function expectTexts(texts: Texts, placeholders: readonly string[]) {
  for (const language of textLanguages) {
    const [title, why, todo] = texts[language];
    for (const [index, text] of texts[language].entries()) {
      expect(placeholdersOf(text), text).toEqual(placeholdersOf(texts.en[index] ?? ""));
      expect(placeholders).toEqual(expect.arrayContaining(placeholdersOf(text)));
      expect(text).toMatch(QUOTES[language]);
      expect(text).not.toMatch(/['"`<>]|\s\s|HTML|URL|HTTP|^\s|\s$/);
      if (language === "fr")
        expect(text).not.toMatch(/(?<!\u00a0)[:»]|«(?!\u00a0)|(?<!\u202f)[;?!]/);
    }
    expect(title.length, title).toBeLessThanOrEqual(100);
    expect(title).not.toMatch(/[.!]$/);
    expect(why).toMatch(/^[^.!?]+\.$/);
    expect(todo).toMatch(/^(?:[^.!?]|\.(?=txt))+\.(?: [^.!?]+\.)?$/);
  }
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).toSorted();
}

/** Each language's quotes, opened and closed. */
const QUOTES = {
  en: /^(?:[^“”„«»‘]|“[^“”]+”)*$/,
  de: /^(?:[^“”„«»‘]|„[^“”„]+“)*$/,
  fr: /^(?:[^“”„«»‘]|«[^«»]+»)*$/,
  es: /^(?:[^“”„«»‘]|«[^«»]+»)*$/,
  it: /^(?:[^“”„«»‘]|«[^«»]+»)*$/,
  nl: /^(?:[^“”„«»‘]|“[^“”]+”)*$/,
};

const row = ["{subject} {pages}", "{score}", "{at}"] as const;

test.each([
  ["en", 1, "on 1 page", "0.5", "5 January 2027"],
  ["de", 1234, "auf 1.234 Seiten", "0,5", "5. Januar 2027"],
  ["fr", 2, "sur 2 pages", "0,5", "5 janvier 2027"],
  ["es", 0, "en el sitio web", "0,5", "5 de enero de 2027"],
  ["it", 1, "in 1 pagina", "0,5", "5 gennaio 2027"],
  ["nl", 3, "op 3 pagina’s", "0,5", "5 januari 2027"],
] as const)(
  "%s writes numbers, dates and plurals its own way",
  (language, pages_count, ...texts) => {
    const detail = { score: 0.5, at: "2027-01-05T23:30:00+00:00" };
    const { title, why, what_to_do } = tellText(row, language, {
      subject: "x",
      pages_count,
      detail,
    });
    expect([title, why, what_to_do]).toEqual([`x ${texts[0]}`, texts[1], texts[2]]);
  },
);

test.each([
  ["en", 1, "on https://x.example/team"],
  ["de", 1, "auf https://x.example/team"],
  ["it", 1, "su https://x.example/team"],
  ["it", 2, "in 2 pagine"],
] as const)(
  "%s names the page of a fault if it is the only one of %i",
  (language, pages_count, where) => {
    const only = ["{pages}", "{pages_count}", "."] as const;
    const pages = ["https://x.example/team", "https://x.example/"].slice(0, pages_count);
    const sentences = tellText(only, language, { pages, pages_count });
    expect([sentences.title, sentences.why]).toEqual([where, String(pages_count)]);
  },
);

test.each([
  ["en", "Ask Acme to", "Ask the person who looks after your website to"],
  ["de", "von Acme", "von der für Ihre Website zuständigen Person"],
  ["fr", "Demandez à Acme de", "Demandez à la personne qui gère votre site de"],
  ["es", "Pida a Acme que", "Pida a quien gestiona su sitio web que"],
  ["it", "Chieda a Acme di", "Chieda a chi gestisce il sito di"],
  ["nl", "Vraag Acme om", "Vraag de beheerder van uw website om"],
] as const)(
  "%s names the reseller as the one to ask where it is known",
  (language, filled, unknown) => {
    const code = "sitemap_unreadable";
    expect(tellFault(code, language, { sender: "Acme" }).what_to_do).toContain(filled);
    expect(tellFault(code, language).what_to_do).toContain(unknown);
    expect(tellFault(code, language, { sender: " " }).what_to_do).toContain(unknown);
  },
);

test.each([
  ["a value with a placeholder", "{pages}", "{pages}"],
  ["no value", "", "…"],
  ["line breaks and what shows nothing", " a\r\n\u2028b\u200b\u202e\u0000c", "a b c"],
  ["text from right to left", "שלום", "\u2068שלום\u2069"],
  ["a long value, without splitting a character", "😀".repeat(30_000), `${"😀".repeat(99)}…`],
])("%s is filled in safely", (_, subject, shown) => {
  expect(tellText(row, "en", { subject }).title).toBe(`${shown} on the website`);
});

test.each([
  ["de-AT", "de"],
  ["DE_ch", "de"],
  ["pt-BR", "en"],
  ["", "en"],
])("the language of %j is %s", (locale, language) => {
  expect(textLanguageOf(locale)).toBe(language);
});
