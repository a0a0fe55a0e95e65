import { describe, expect, it } from "vitest";
import { findPlainErrors } from "../../../../../functions/audit/analysers/spelling/findPlainErrors.ts";
import {
  byLanguage as bySample,
  sampleLanguage,
} from "../../../../../functions/audit/analysers/spelling/language.ts";
import { WordGraph } from "../../../../../functions/audit/analysers/spelling/wordGraph.ts";
import { expandDictionary } from "../../../../../functions/audit/analysers/spelling/words/hunspell.ts";
import { writeGraph } from "../../../../../functions/audit/analysers/spelling/words/writeGraph.ts";

const english =
  "You will find all that you need for your garden here, and our staff can help with it.";
const german = "Bei uns finden Sie alles, was Sie für Ihren Garten brauchen, und wir helfen gern. ";
const danish =
  "Vi har alt til haven, og I er velkomne for at se det hele. Kom og besøg os, for her er der by at se.";

type Text = Parameters<typeof sampleLanguage>[0];
const byLanguage = (pages: Text[]) =>
  bySample(pages.map((page) => ({ ...sampleLanguage(page), page })));

describe("byLanguage", () => {
  it.each([
    ["en-GB", [], "en"],
    ["EN_us", ["Short"], "en"],
    ["de", [english], "de"],
    ["en", [german.repeat(4)], "unknown"], // What the template said.
    ["en", [german], "en"], // Too little to doubt it.
    [undefined, [english], "en"],
    ["", [german], "unknown"],
    [undefined, [danish], "unknown"],
    [undefined, ["Rooms"], "unknown"],
    ["<script>", [], "unknown"],
  ])("of lang %s and %s is %s", (lang, text, language) => {
    const pages = [{ text, ...(lang === undefined ? {} : { lang }) }];
    expect([...byLanguage(pages).keys()]).toEqual([language]);
  });

  it("decides about each long page that says nothing, whatever the others are in", () => {
    const long = { text: [english.repeat(3)] };
    const foreign = { text: [german.repeat(4)] };
    const found = byLanguage([foreign, long, foreign, foreign]);
    expect(found.get("en")?.map(({ page }) => page)).toEqual([long]);
    expect(found.get("unknown")).toHaveLength(3);
  });

  it("doubts short pages that say English where the template is wrong of most long ones", () => {
    const [long, wrong] = [english.repeat(3), german.repeat(4)].map((text) => ({
      lang: "en",
      text: [text],
    }));
    const contact = { lang: "en", text: ["Kontakt: Montag bis Freitag"] };
    const gallery = { lang: "en", text: [] };
    const sentence = { lang: "en", text: [english] };
    const shorts = [contact, gallery, sentence];
    const checked = (...pages: (Text | undefined)[]) =>
      byLanguage([...shorts, ...pages.filter((page) => page !== undefined)])
        .get("en")
        ?.map(({ page }) => page);
    expect(checked(wrong)).toEqual([sentence]);
    expect(checked(wrong, wrong, long)).toEqual([sentence, long]);
    expect(checked(wrong, long)).toEqual([...shorts, long]);
    expect(checked()).toEqual(shorts);
  });

  it("decides over all pages that say nothing, and leaves out those in another language", () => {
    const short = { text: ["Rooms"] };
    expect(byLanguage([short, { text: [english] }]).get("en")).toHaveLength(2);
    const other = { text: [german.repeat(4)] };
    const pages = [short, ...Array(20).fill({ text: [english] }), other];
    expect(
      byLanguage(pages)
        .get("unknown")
        ?.map(({ page }) => page),
    ).toEqual([other]);
    expect(byLanguage([short, ...Array(5).fill(other)]).get("en")).toBeUndefined();
  });
});

describe("a language that an operator made of a Hunspell dictionary", () => {
  const aff = "FLAG long\nPFX Un Y 1\nPFX Un 0 un .\nSFX En Y 1\nSFX En e en [^s]e\n";

  it("has the words of the dictionary with their prefixes and endings", () => {
    expect([...expandDictionary("2\nklare/UnEn\nhaus\n", aff)]).toEqual(
      ["klare", "unklare", "klaren", "unklaren"].concat("haus"),
    );
  });

  it("has words without flags, where flags are numbers and no word is forbidden", () => {
    expect([...expandDictionary("1\nhaus\n", "FLAG num\n")]).toEqual(["haus"]);
  });

  it("reports one slip from a word that the website often uses, and no names or compounds", () => {
    const known = ["garten", "bitte", "kommen", "sie", "zaun", "in", "den"];
    const words = new WordGraph(writeGraph(new Map(known.map((word) => [word, 3 as const]))));
    const text = Array(3)
      .fill("Kommen Sie bitte in den Garten")
      .concat(
        "kommen sie bitte in den gareten",
        "kommen sie in den gartenzaun bitte",
        "kommen sie bitte in den Gartten",
      );
    const left = { foreign_text: 0, long_text: 0, many_words: 0 };
    const page = { url: "https://example.com/", text, links: [] };
    expect(findPlainErrors([page], words, left)).toEqual([
      {
        word: "gareten",
        verdict: "certain",
        suggestion: "garten",
        pages_count: 1,
        url: "https://example.com/",
        pages: ["https://example.com/"],
      },
    ]);
  });

  it("reports no part of a word at which the text of a page is cut", () => {
    const known = ["garten", "bitte"].map((word) => [word, 3 as const] as const);
    const words = new WordGraph(writeGraph(new Map(known)));
    const text = `${"garten ".repeat(7141)}bitte garetenhaus`;
    expect(text.slice(0, 50_000)).toMatch(/ gareten$/);
    const left = { foreign_text: 0, long_text: 0, many_words: 0 };
    const page = { url: "https://example.com/", text: [text], links: [] };
    expect(findPlainErrors([page], words, left)).toEqual([]);
    expect(left.long_text).toBe(1);
  });

  it("reports no word whose uses were not counted", () => {
    const letters = [..."abcdefghijklmno"];
    const many = letters.flatMap((a) =>
      letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => `xx${a}${b}${c}${d}`))),
    );
    const known = [...many.slice(0, 50_000), "garten"];
    const words = new WordGraph(writeGraph(new Map(known.map((word) => [word, 3 as const]))));
    const pages = Array.from({ length: 10 }, (_, page) => ({
      url: `https://example.com/${page}`,
      text: [known.slice(page * 5000, page * 5000 + 5000).join(" ")],
      links: [],
    }));
    pages.push({ url: "https://example.com/", text: ["garten garten garten gareten"], links: [] });
    const left = { foreign_text: 0, long_text: 0, many_words: 0 };
    expect(findPlainErrors(pages, words, left)).toEqual([]);
  });
});
