import { describe, expect, it, test, vi } from "vitest";
import { spelling } from "../../../../shared/audit/analysers/spelling/spelling.ts";
import { loadDictionary } from "../../../../shared/audit/analysers/spelling/words/dictionaries.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { BUSINESS_PAGES } from "./spelling/businessPages.ts";
import { TRADE_WORDS } from "./spelling/tradeWords.ts";
import { businessOf, examine, page, summaryOf } from "./support.ts";

/** What is said of these pages. */
const tell = async (pages: Page[]) => (await examine(spelling.begin(), pages)) ?? {};

/** The words that are reported of a page, each with what was meant. */
async function reportedOf(overrides: Parameters<typeof page>[0]): Promise<string[]> {
  const { faults = [] } = await tell([page(overrides)]);
  return faults.map(({ subject, detail }) => `${subject} ${detail["suggestion"]}`);
}

const reported = (...text: string[]) => reportedOf({ text });

describe("the spelling check is certain of", () => {
  it.each([
    ["We recieve orders from the whole country.", "recieve receive"],
    ["Recieve our letter each month.", "Recieve Receive"],
    ["a “definately” good (accomodation)!", "accomodation accommodation", "definately definitely"],
    ["we dont know", "dont don't"],
    ["good work—wich you like", "wich which"],
    // Common misspellings are no names.
    ["Our Proffesional Plumbers", "Proffesional Professional"],
    // One slip from a word that most people know, whatever the slip.
    ["the best gardenes for the famliy", "famliy family", "gardenes gardens"],
    ["à la carte famliy lunches, a resturant de luxe", "famliy family", "resturant restaurant"],
    ["the openning of the garden", "openning opening"],
    // What also stands in addresses and names of files is misspelled all the same.
    ["We recieve it. See recieve.pdf, post@recieve.example, #recieve", "recieve receive"],
  ])("in %s", async (text, ...words) => {
    expect(await reported(text)).toEqual(words);
  });

  it("one slip from a rare word that the website uses often", async () => {
    const often = Array(3).fill("We sell frangipane here.");
    expect(await reported(...often, "The frangipne is new.")).toEqual(["frangipne frangipane"]);
    expect(await reported("The frangipne is new.")).toEqual([]);
  });
});

describe("in a language that a page declares, a word is misspelled that is one slip from a frequent one", () => {
  it.each([
    ["de-CH", "unsere Veranstaltungen", "Alle Veranstalltungen sind da.", "Veranstalltungen"],
    ["de", "das ist möglich", "Das ist heute leider nicht mögglich.", "mögglich"],
    ["fr", "l’environnement du site", "Il faut aimer l’environement.", "environement"],
    ["nl", "onze afbeeldingen", "Bekijk hier al onze afbeeldigen van het huis.", "afbeeldigen"],
    ["es", "la configuración", "Aquí está la configuarción de la casa.", "configuarción"],
  ])("%s: %s", async (lang, used, sentence, word) => {
    const text = [...Array(3).fill(used), sentence];
    const { faults, unsupported_languages } = await tell([page({ lang, text })]);
    expect(unsupported_languages).toBeUndefined();
    expect(faults?.map(({ subject }) => subject)).toEqual([word]);
  });

  it.each([
    ["a compound", "de", "der Gartenzaun", "Dort steht der Gartenzaum am Haus."],
    ["a form", "de", "wegen des Befehls", "Die Wirkung des Befehles ist groß."],
    ["a letter that is left out", "de", "eine ungerade Zahl", "Das ist eine ungrade Zahl am Haus."],
    ["Swiss spelling", "de", "unsere Straßen", "Wir haben die Strassen und grosse Häuser."],
    ["a short name", "de", "lesen Sie das Leben", "Das Buch ist von Holger Levsen und Anna."],
    ["an accent", "fr", "on préférera", "Plus tard, on préfèrera la maison."],
    ["what an apostrophe cuts off", "fr", "aujourd’hui lorsque", "C’est lorsqu’il est là."],
    ["a name", "es", "el camino del norte", "Ayer vino la señora Caminio del norte."],
    ["an English word", "de", "diese Seite bitte", "Die Seiten sind hier, the sites are there."],
    ["a word that is used as often", "nl", "de werkwijze", `${"de werkwijse ".repeat(3)}van doen.`],
  ])("and not %s, %s: %s", async (_, lang, used, sentence) => {
    expect(await reportedOf({ lang, text: [...Array(3).fill(used), sentence] })).toEqual([]);
  });
});

describe("the spelling check leaves out", () => {
  it.each([
    ["names", "We met Famliy of Farsley. Staplin, Drewry & Sons. Opening Huors"],
    ["a word of which it knows no frequent one", "this is the best programa for you, an egr"],
    [
      "British spelling",
      "We organise travelling theatres in grey colours at the centre; analyse the catalogue, fulfil programmes, paediatric licences.",
    ],
    [
      "American spelling",
      "We organize traveling theaters in gray colors at the center; analyze the catalog, fulfill programs, pediatric licenses.",
    ],
    [
      "words of the web and of trades",
      "Our onboarding webinar shows the dropdown, wifi and uptime of your ecommerce backend. Balayage and microblading, soffits and bargeboards.",
    ],
    ["addresses", "see https://exmaple.com/contcat, www.exmaple.com and infoo@exmaple.com"],
    ["numbers, codes and options", "12kg, A4-papr, v2beta and #hashtag @persn $prce file_nmae.txt"],
    ["letters beyond a to z", "the Größe of smörgåsbörd and привет and 你好"],
    ["what an apostrophe cuts off", "It's a café; don't worry, we keep tryin' for the best."],
    ["what is written four times", "the gardenes are here ".repeat(4)],
    ["the site's own name", "the exampleco way", "https://www.exampleco.com/"],
  ])("%s", async (_, text, url = "https://example.com/") => {
    expect(await reportedOf({ url, text: [text] })).toEqual([]);
  });

  it("words of code", async () => {
    expect(await reportedOf({ text: ["the famliy here"], codeWords: ["famliy"] })).toEqual([]);
  });

  it("a block of which a third is unknown, such as one in another language", async () => {
    const german = "Wir freuen uns auf deinen Besuch und wünschen allen unseren Gästen schöne Tage";
    const result = await tell([
      page({ text: ["The rooms are lovley.", german, "Buchung probleme"] }),
    ]);
    expect(result.faults?.map(({ subject }) => subject)).toEqual(["lovley"]);
    expect(result.unchecked).toEqual([{ what: "texts", reason: "foreign_text", count: 1 }]);
  });

  it("words that the business knows, in any case or form", async () => {
    const pages = [page({ text: ["We recieve a seperate caféterria order."] })];
    const business = businessOf({ known_words: ["RECIEVE", "cafe\u0301terria"] });
    const { faults, mayRemain } = (await examine(spelling.begin(), pages, { business })) ?? {};
    expect(faults?.map(({ subject }) => subject)).toEqual(["seperate"]);
    expect(mayRemain?.({ code: "misspelled_word", subject: "recieve" })).toBe(false);
  });

  it("everything on pages of small businesses, and words of trades", async () => {
    const words = TRADE_WORDS.map((word) => `We offer the best ${word} for all of your friends.`);
    const pages = [...BUSINESS_PAGES, ...words].map((text, number) =>
      page({ url: `https://example.com/${number}`, text: [text] }),
    );
    expect((await tell(pages)).faults).toEqual([]);
  });
});

describe("the examination of spelling", () => {
  it("counts a word once per page that it is on, names the pages and shows the text around it", async () => {
    const around = "All of this text is here for you to read and to use. ".repeat(10);
    const text = [`Nothing is recieved. ${around}We recieve what you recieve. ${around}`];
    const [a, b] = ["https://example.com/a", "https://example.com/b"];
    const result = await tell([
      page({ url: a, text: [`${around}We recieve you. ${around}`] }),
      page({ url: b, text: text }),
      page({ url: "https://example.com/gone", status: 404, text }),
    ]);
    expect(result.faults).toEqual([
      {
        ...{ code: "misspelled_word", subject: "recieve", pages: [a, b], pages_count: 2 },
        detail: {
          suggestion: "receive",
          sentence: expect.stringMatching(/^…\S.{50,80} use\. We recieve you\. All .{50,80}\S…$/),
        },
      },
      expect.objectContaining({ subject: "recieved", pages: [b], pages_count: 1 }),
    ]);
    expect(summaryOf(result)).toEqual({ spelling_error_count_total: 3 });
    expect(result).toMatchObject({ pages_checked_count: 2, unchecked: [] });
  });

  const english = "You will find all that you need for your garden here, and it is with our staff.";
  const german = "Bei uns finden Sie alles, was Sie für Ihren Garten brauchen, wir helfen gern. ";

  it.each([
    ["en-GB", "", undefined],
    ["EN_us", "Short", undefined],
    ["pl", english, "pl"],
    ["en", german.repeat(4), "und"], // What the template said.
    ["en", german, undefined], // Too little to doubt it.
    ["", english, undefined],
    ["", german, "und"],
    ["", "Rooms", "und"],
    ["<script>", "", "und"],
  ])("of lang %j and %s names what it does not check: %s", async (lang, text, unsupported) => {
    const result = await tell([page({ lang, text: [text] })]);
    expect(result.unsupported_languages).toEqual(unsupported && [unsupported]);
    expect(result.faults).toEqual(unsupported ? undefined : []);
  });

  it("names the languages that it does not check, the most frequent first", async () => {
    const pages = ["pl-PL", "pl", "da", ""].map((lang) => page({ lang, text: ["recieve"] }));
    expect(await tell(pages)).toMatchObject({
      unsupported_languages: ["pl", "da", "und"],
      unchecked: [{ what: "texts", reason: "unknown_language", count: 1 }],
    });
  });
});

test("hostile text costs little, and what is not looked up is said", async () => {
  const word = (n: number) =>
    `q${[...String(n)].map((digit) => "bdfgklmprt"[Number(digit)]).join("a")}`;
  const pages = Array.from({ length: 20 }, (_, number) => {
    const words = Array.from({ length: 1000 }, (_, at) => `it is for ${word(number * 1000 + at)}`);
    return page({ url: `https://example.com/${number}`, text: [`${words.join(" ")} recieve`] });
  });
  const examination = spelling.begin();
  const { unchecked, mayRemain } = (await examine(examination, pages)) ?? {};
  expect(unchecked).toEqual([{ what: "texts", reason: "many_words", count: 15 }]);
  expect(mayRemain?.({ code: "misspelled_word", subject: "recieve" })).toBe(true);
  expect(examination.bytes).toBeLessThan(4_000_000);
  const long = page({ text: ["All of it is well. ".repeat(4000)] });
  expect((await tell([long])).unchecked).toMatchObject([{ reason: "long_page", count: 1 }]);
});

test("each word is looked up once, as that may take milliseconds, also in blocks that are not read", async () => {
  const lookUp = vi.spyOn(loadDictionary("en"), "has");
  const polish = "Serdecznie zapraszamy wszystkich naszych klientów codziennie";
  await tell(
    ["a", "b"].map((path) => page({ url: `https://example.com/${path}`, text: [polish] })),
  );
  expect(lookUp).toHaveBeenCalledTimes(6);
  lookUp.mockRestore();
});
