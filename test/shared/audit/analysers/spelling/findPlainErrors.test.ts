import { beforeAll, describe, expect, it, test } from "vitest";
import { findPlainErrors } from "../../../../../shared/audit/analysers/spelling/findPlainErrors.ts";
import { spelling } from "../../../../../shared/audit/analysers/spelling/spelling.ts";
import {
  importReader,
  LANGUAGES,
  loadDictionary,
} from "../../../../../shared/audit/analysers/spelling/words/dictionaries.ts";
import { examine, page } from "../support.ts";

beforeAll(importReader);

type PlainLanguage = Parameters<typeof findPlainErrors>[1];

const url = "https://example.com/";
const find = (language: PlainLanguage, text: string[], left = noneLeft()) =>
  findPlainErrors([{ url, text, links: [] }], language, left);
const noneLeft = () => ({ foreign_text: 0, long_text: 0, many_words: 0 });

/** What is reported of a website that uses some words three times, and a sentence once. */
function reported(language: string, used: string, sentence: string): string[] {
  const isEnglish = (word: string) => word === "english";
  const dictionary = { ...loadDictionary(language), isEnglish };
  const errors = find(dictionary, [...Array(3).fill(used), sentence]);
  return errors.map(({ word, suggestion }) => `${word} ${suggestion}`);
}

describe("a word is misspelled that is one slip from a word that the website often uses", () => {
  it.each([
    [
      "de",
      "unsere Veranstaltungen",
      "Die nächsten Veranstalltungen sind da.",
      "Veranstalltungen Veranstaltungen",
    ],
    ["de", "das ist möglich", "Das ist heute leider nicht mögglich.", "mögglich möglich"],
    [
      "fr",
      "l’environnement du site",
      "Il faut aimer l’enviroment et l’environement.",
      "environement environnement",
    ],
    [
      "nl",
      "onze afbeeldingen",
      "Bekijk hier al onze afbeeldigen van het huis.",
      "afbeeldigen afbeeldingen",
    ],
    [
      "es",
      "la configuración",
      "Aquí está la configuarción de la casa.",
      "configuarción configuración",
    ],
  ])("%s: %s", (language, used, sentence, expected) => {
    expect(reported(language, used, sentence)).toEqual([expected]);
  });
});

describe("what may be right is not reported", () => {
  it.each([
    ["a compound", "de", "der Gartenzaun", "Dort steht der Gartenzaum am Haus."],
    ["a form", "de", "wegen des Befehls", "Die Wirkung des Befehles ist groß."],
    ["a letter that is left out", "de", "eine ungerade Zahl", "Das ist eine ungrade Zahl am Haus."],
    ["Swiss spelling", "de", "unsere Straßen", "Wir haben die Strassen und grosse Häuser."],
    ["a short name", "de", "lesen Sie das Leben", "Das Buch ist von Holger Levsen und Anna."],
    ["an accent", "fr", "on préférera", "Plus tard, on préfèrera la maison."],
    [
      "what an apostrophe cuts off",
      "fr",
      "aujourd’hui lorsque",
      "C’est pour aujourd’hui lorsqu’il est là.",
    ],
    ["an accent", "es", "las líneas rápidas", "Las lineas rapidas son buenas."],
    ["a name", "es", "el camino del norte", "Ayer vino la señora Caminio del norte."],
    ["an English word", "de", "auf englisch bitte", "Die Seite ist auch auf english zu lesen."],
    [
      "a word that is used as often",
      "nl",
      "de werkwijze en de werkwijse",
      "Dat is onze manier van doen.",
    ],
  ])("%s: %s", (_, language, used, sentence) => {
    expect(reported(language, used, sentence)).toEqual([]);
  });
});

describe("limits", () => {
  const knowing = (...words: string[]): PlainLanguage => ({
    has: (word) => words.includes(word),
    letters: "aefgrtnx",
    isEnglish: () => false,
  });

  test("each word is looked up once, and not more than 50,000 are, nor long ones", () => {
    let lookups = 0;
    const language: PlainLanguage = { ...knowing(), has: () => ++lookups > 0 };
    const letters = (n: number) =>
      [...String(n)].map((digit) => "abcdefghij".charAt(Number(digit)));
    const words = Array.from({ length: 60_000 }, (_, n) => `x${letters(n).join("")}`);
    const pages = Array.from({ length: 20 }, (_, at) => ({
      ...{ url, links: [] },
      text: [`${words.slice(at * 3000, at * 3000 + 3000).join(" ")} ${"y".repeat(41)} xaaa xaaa`],
    }));
    const remaining = noneLeft();
    findPlainErrors([...pages, ...pages], language, remaining);
    expect(lookups).toBe(50_000);
    expect(remaining.many_words).toBe(1);
  });

  test("no block is read of which a third is unknown", () => {
    const text = ["garten garten garten", "gareten garten"];
    expect(find(knowing("garten"), text)).toEqual([]);
    expect(find(knowing("garten"), ["garten garten garten", "garten gareten garten"])).toHaveLength(
      1,
    );
  });
});

test("a page is checked in the language that it declares, with the sentence of each word", async () => {
  const text = [...Array(3).fill("Unsere Veranstaltungen"), "Alle Veranstalltungen sind hier."];
  const pages = [page({ lang: "de-CH", text })];
  const { faults, unsupported_languages } = (await examine(spelling.begin(), pages)) ?? {};
  expect(unsupported_languages).toBeUndefined();
  expect(faults).toEqual([
    {
      ...{ code: "misspelled_word", subject: "Veranstalltungen", pages: [url], pages_count: 1 },
      detail: { suggestion: "Veranstaltungen", sentence: "Alle Veranstalltungen sind hier." },
    },
  ]);
});

test.each(Object.keys(LANGUAGES))("the dictionary of %s knows words in any case", (language) => {
  const words = { de: "Haus", es: "rápido", fr: "où", nl: "ideeën" };
  const { has } = loadDictionary(language);
  const word = words[language as keyof typeof words];
  expect([word, word.toUpperCase(), "qxzqxz"].map(has)).toEqual([true, true, false]);
});
