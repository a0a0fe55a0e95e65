import { describe, expect, it } from "vitest";
import { findErrors } from "../../../../shared/audit/analysers/spelling/findErrors.ts";
import { spelling } from "../../../../shared/audit/analysers/spelling/spelling.ts";
import { loadVocabulary } from "../../../../shared/audit/analysers/spelling/words/vocabulary.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { businessOf, examine, page, summaryOf } from "./support.ts";

/** The words that are reported of a page, with `?` behind those that are only possible. */
function reported(...text: string[]): Promise<string[]> {
  return reportedOf({ text });
}

/** What is said of these pages. */
const tell = async (pages: Page[]) => (await examine(spelling.begin(), pages)) ?? {};

/** The words that are reported of some pages. */
const wordsOf = async (...pages: Page[]) =>
  (await tell(pages)).faults?.map(({ subject }) => subject);

async function reportedOf(input: Parameters<typeof page>[0]): Promise<string[]> {
  const { faults = [] } = await tell([page(input)]);
  return faults.map(({ code, subject }) => (code === "misspelled_word" ? subject : `${subject}?`));
}

describe("the spelling check is certain of", () => {
  it.each([
    ["We recieve orders from the whole country.", "recieve"],
    ["Recieve our letter each month.", "recieve"],
    ["It works. Seperate rooms are ready.", "seperate"],
    ["Your goverment’s advice", "goverment"],
    ["a “definately” good (accomodation)!", "accomodation", "definately"],
    ["well-knwon makers", "knwon"],
    ["we dont know", "dont"],
    ["good work—wich you like", "wich"],
    // Words with an ending that British English seems to have, and has not.
    ["fourty enourmous and rigourous tests", "enourmous", "fourty", "rigourous"],
    // One slip from a frequent word, whatever the slip, in whatever case.
    ["the best gardenes for the famliy", "famliy", "gardenes"],
    ["à la carte famliy lunches, a resturant de luxe", "famliy", "resturant"],
    ["the best LA gardenes", "gardenes"],
    // Common misspellings are no names.
    ["Acommodation For Your Family", "acommodation"],
    ["Our Proffesional Plumbers", "proffesional"],
    ["Resturant Recomended", "recomended", "resturant"],
    // Parts of other words, and slips from words that the website often uses.
    [`${"You can display it. ".repeat(3)} It will diplay well.`, "diplay"],
    [`${"We are careful. ".repeat(3)} Be carefull here.`, "carefull"],
    // A vowel before the ending, or two syllables: nothing is doubled.
    ["the openning of the garden", "openning"],
    ["a throught of your own", "throught"],
    ["the best agrdens for you", "agrdens"],
    ["the huse here is a house", "huse"],
  ])("in %s", async (text, ...words) => {
    expect(await reported(text)).toEqual(words);
  });

  it("one slip from a rare word that the website uses often, and not of the same alone", async () => {
    const often = Array(3).fill("We sell frangipane here.");
    expect(await reported(...often, "The frangipne is new.")).toEqual(["frangipne"]);
    expect(await reported("The frangipne is new.")).toEqual([]);
  });
});

it("a word beside code or alone is surely a slip only from a word that the website uses", async () => {
  const ofCode = (...text: string[]) => reportedOf({ text, codeWords: ["unref"] });
  expect(await ofCode("the best famliy for you")).toEqual(["famliy?"]);
  expect(await ofCode("the best famliy for your family")).toEqual(["famliy"]);
  expect(await reported("the gardens", "gardenes")).toEqual(["gardenes?"]);
  const often = "the gardens, your gardens and all of our gardens";
  expect(await reported(often, "gardenes")).toEqual(["gardenes"]);
});

it("no word that the business knows, in any case or form", async () => {
  const pages = [page({ text: ["We recieve a seperate caféterria order."] })];
  const knownWords = ["RECIEVE", "cafe\u0301terria"];
  const business = businessOf({ known_words: knownWords });
  const { faults, mayRemain } = (await examine(spelling.begin(), pages, { business })) ?? {};
  expect(faults?.map(({ subject }) => subject)).toEqual(["seperate"]);
  expect(mayRemain?.({ code: "misspelled_word", subject: "recieve" })).toBe(false);
});

describe("a capitalised word that the website nowhere has in lower case", () => {
  const prose = "Our services are for customers and suppliers in the whole country.";

  it.each([
    ["surnames", "Staplin", "Drewry & Sons", "Meet Mark Pesce", "Rose Tepper"],
    ["surnames that open a sentence of prose", "Custer has been with us for more than ten years."],
    ["brands", "We Fit Denner and Fokus", "Clarins", "Maverik Boots"],
    ["towns", "Plumbers in Farsley", "Homberg", "Laroque"],
    ["dishes", "Dolma", "Souvlakia", "Scallopini With Rice"],
    ["a short word in a title", "Opening Huors"],
    ["a word that differs in its ending", "Servicio", "Customerz Club"],
  ])("is a name and no certain misspelling: %s", async (_, ...texts) => {
    expect((await reported(prose, ...texts)).filter((word) => !word.endsWith("?"))).toEqual([]);
  });
});

describe("the spelling check says that a misspelling is possible in", () => {
  it.each([
    ["short words with a slip in the first letter", "we komes to you", "komes?"],
    ["what ends as foreign words do", "this is the best programa for you", "programa?"],
    ["a k in the place of a c", "we ask the direktor of our school", "direktor?"],
    ["an a before a word", "this is an ahistorical book", "ahistorical?"],
    ["what stands beside an unknown word", "the famliy bonzqitaires is here", "famliy?"],
    [
      "a form of a word that is written often",
      `${"You will see that we are muxing it for you. ".repeat(4)}It is muxed and not mixed.`,
      ...["muxed?", "muxing?"],
    ],
    [
      "what stands beside words of other languages",
      "We serve tomates aux herbes on Friday, an exemple de menu is below, with productos de casa",
      "exemple?",
      "herbes?",
      "productos?",
      "tomates?",
    ],
    ["a short word that the website does not use", "the huse is here", "huse?"],
    ["something like code", "the winter[x] or famliy = {y}", "famliy?"],
  ])("%s", async (_, text, ...words) => {
    expect((await reported(text)).filter((word) => word.endsWith("?"))).toEqual(words);
  });
});

describe("the spelling check leaves out", () => {
  it.each([
    ["what mostly has a capital", "We met Famliy and Famliy. The new famliy is here."],
    ["what is right", "It's a well-known café; don't worry, we've got the plumber's tools."],
    [
      "British spelling",
      "We organise travelling theatres in grey colours at the centre; analyse the catalogue, fulfil programmes, paediatric licences.",
    ],
    [
      "American spelling",
      "We organize traveling theaters in gray colors at the center; analyze the catalog, fulfill programs, pediatric licenses.",
    ],
    [
      "words of the web",
      "Our onboarding webinar shows the dropdown, wifi and uptime of your ecommerce backend.",
    ],
    [
      "words of trades",
      "Balayage and microblading, soffits and bargeboards, arancini with burrata, and remapping.",
    ],
    [
      "words made of others",
      "the subpages, nonmembers and multipurpose microbreweries of streetfood, glovelike uuencoded",
    ],
    [
      "URLs and addresses",
      "see https://exmaple.com/abot, www.exmaple.com, exmaple.com/contcat and infoo@exmaple.com",
    ],
    [
      "numbers, codes and options",
      "in 1990s for 12kg, 3rd, A4-papr, v2beta, SKUx99 and #hashtag @persn $prce file_nmae.txt --optin",
    ],
    [
      "capitals inside a sentence",
      "We met Jaroslav Kowalczyk of Brzlpft and his NGOX friends from McDnalds at iPhne.",
    ],
    ["names at the start of a sentence", "Kowalczyk founded it. Xanthippe joined later."],
    ["names beside names in a title", "Our Chefs Andreas Tille And Pierre Flament"],
    [
      "names that are written without a capital elsewhere",
      "Welcome to Zorblat. The zorblat app is new, says Zorblat.",
    ],
    ["words of other scripts and with accents", "the Größe of smörgåsbörd and привет and 你好"],
    ["words of one or two letters", "to xq or zz"],
    ["words of three letters that are no common misspelling", "an egr"],
    ["what is cut off", "the famil... and the custome …"],
    ["what is made of a word of one syllable", "statting the files, a globber, and gripped hands"],
    ["what is made of a word with a y", "the stringifier is there, unrecoverably broken"],
    ["names behind an initial", "Thanks to Chris J. Shull and Ron T. Cliend for the work."],
    ["a letter that is left out on purpose", "We keep tryin' and hopin' for the best."],
    ["the site's own name", "the exampleco way", "https://www.exampleco.com/"],
  ])("%s", async (_, text, url = "https://example.com/") => {
    expect(await reportedOf({ url, text: [text] })).toEqual([]);
  });

  it("words that its code or a file name has", async () => {
    expect(await reportedOf({ text: ["the famliy here"], codeWords: ["famliy"] })).toEqual([]);
    expect(await reportedOf({ text: ["it is unrefd here"], codeWords: ["unref"] })).toEqual([]);
    expect(await reported("the famliy here", "see famliy.txt")).toEqual([]);
  });

  it("words that are on more than half of the pages", async () => {
    const pages = ["a", "b", "c"].map((path) =>
      page({ url: `https://example.com/${path}`, text: ["the best gardenes for you"] }),
    );
    expect(await wordsOf(...pages)).toEqual([]);
    expect(await wordsOf(...pages.slice(0, 2))).toEqual(["gardenes"]);
  });

  it("a block in another language", async () => {
    const german = "Wir freuen uns auf deinen Besuch und wünschen allen unseren Gästen schöne Tage";
    const latin =
      "lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt";
    expect(await reported("The rooms are lovley.", german, latin)).toEqual(["lovley"]);
  });

  it("a block with small words of another language, and headings beside it, but not English", async () => {
    const french = "Examinons le contenu des fichiers du paquet";
    expect(await reported("The rooms are lovley.", french)).toEqual(["lovley"]);
    expect(await reported("The rooms are lovley.", french, "Konfiguration", "Our galery")).toEqual([
      ...["galery", "lovley"],
    ]);
    expect(await reported("The rooms are lovley.", french, "Resturant")).toEqual(["lovley"]);
    expect(await reported("The rooms are lovley.", "Resturant")).toEqual(["lovley", "resturant"]);
    expect(await reported("Our café in the Rue du Bac has a lovley view of it")).toEqual([
      "lovley",
    ]);
  });

  it("a short block of which it knows no word, but not a single word", async () => {
    expect(await reported("Buchung probleme")).toEqual([]);
    expect(await reported("Recieve", "Galery")).toEqual(["recieve"]);
  });

  it("words that may be right, and blocks without a small word of English, where half of the pages are in another language", async () => {
    const german = page({ lang: "da", text: ["Wir freuen uns auf Ihren Anruf."] });
    const text = [
      "you recieve the rooms",
      "Er kann aufgerufen werden",
      "the best programa for you",
    ];
    const english = page({ lang: "en", text });
    expect(await wordsOf(german, english)).toEqual(["recieve"]);
    const other = page({ lang: "en", text: ["you and the others"], url: "https://example.com/b" });
    expect(await wordsOf(german, english, other)).toEqual(["recieve", "programa", "werden"]);
  });
});

describe("the examination of spelling", () => {
  it("counts a word that is surely wrong once per page that it is on, and names the pages", async () => {
    const text = ["you recieve what you recieve", "more rooms komes"];
    const [a, b] = ["https://example.com/a", "https://example.com/b"];
    const result = await tell([
      page({ url: a, text }),
      page({ url: b, text: text.slice(0, 1) }),
      ...["c", "d", "e"].map((path) => page({ url: `https://example.com/${path}` })),
      page({ url: "https://example.com/gone", status: 404, text }),
    ]);
    expect(result.faults).toEqual([
      {
        ...{ code: "misspelled_word", subject: "recieve", pages: [a, b], pages_count: 2 },
        detail: { suggestion: "receive", sentence: "you recieve what you recieve" },
      },
      {
        ...{ code: "possible_misspelling", subject: "komes", pages: [a], pages_count: 1 },
        detail: { suggestion: "comes", sentence: "more rooms komes" },
      },
    ]);
    expect(summaryOf(result)).toEqual({ spelling_error_count_total: 2 });
    expect(result).toMatchObject({ pages_checked_count: 5, unchecked: [] });
  });

  it("shows the text around a word, cut between words", async () => {
    const around = "All of this text is here for you to read and to use. ".repeat(10);
    const text = [`Nothing is recieveable. ${around}We recieve you. ${around}`];
    const { faults = [] } = await tell([page({ text })]);
    const fault = faults.find(({ subject }) => subject === "recieve");
    const sentence = String(fault?.detail["sentence"]);
    expect(sentence).toMatch(/^…\S.* use\. We recieve you\. All .*\S…$/);
    expect(sentence.length).toBeLessThan(180);
  });

  it.each([
    ["foreign_text", "Ths blok hs mny grss mstks nd sems frn bt wsnt."],
    ["long_text", "All of it is well. ".repeat(4000)],
  ])("says of how many pages a part was not checked: %s", async (reason, text) => {
    const fine = "You will find all that you need for your garden here.";
    const pages = [page({ text: [fine, text] }), page({ text: [fine] })];
    expect((await tell(pages)).unchecked).toEqual([{ what: "texts", reason, count: 1 }]);
  });

  it("says which languages it does not check", async () => {
    const pages = [
      page({ lang: "pl-PL", text: ["recieve"] }),
      page({ lang: "pl" }),
      page({ lang: "da" }),
      page({ lang: "" }),
    ];
    const results = await tell(pages);
    expect(results).not.toHaveProperty("faults");
    expect(results).toMatchObject({
      unsupported_languages: ["pl", "da", "und"],
      unchecked: [{ what: "texts", reason: "unknown_language", count: 1 }],
    });
    const { unsupported_languages } = await tell([...pages, ...Array(2).fill(page({ lang: "" }))]);
    expect(unsupported_languages).toEqual(["und", "pl", "da"]);
  });
});

describe("hostile text", () => {
  it.each([
    ["unknown words", (word: string) => `${word} is here for you and all of the rest.`],
    ["blocks in no language", (word: string) => `${word} ${word}`],
  ])("of %s only costs little", (_, blockOf) => {
    const word = (n: number) =>
      `q${[...String(n)].map((digit) => "bdfgklmprt"[Number(digit)]).join("a")}`;
    const vocabulary = loadVocabulary();
    let lookups = 0;
    let searches = 0;
    const counting = {
      ...vocabulary,
      rankOf: (word: string) => ++lookups && vocabulary.rankOf(word),
      slipsOf: (word: string) => (++searches ? vocabulary.slipsOf(word) : []),
    };
    const effortOf = (length: number) => {
      const pages = Array.from({ length }, (_, n) =>
        page({ text: Array.from({ length: 100 }, (_, m) => blockOf(word(10_000 + n * 100 + m))) }),
      );
      [lookups, searches] = [0, 0];
      findErrors(pages, counting);
      return { lookups, searches };
    };
    const [few, many] = [effortOf(20), effortOf(40)];
    // Each of the 2,000 further words is looked up once. The word that was meant is searched for the first 2,000 only.
    expect(many.lookups - few.lookups).toBe(2000);
    expect([few.searches, many.searches]).toEqual([2000, 2000]);
  });
});
