import { describe, expect, it, vi } from "vitest";
import { loadDictionary } from "../../../../functions/audit/analysers/spelling/dictionary.ts";
import { findErrors } from "../../../../functions/audit/analysers/spelling/findErrors.ts";
import {
  analyseSpelling,
  languageOf,
  spellingData,
} from "../../../../functions/audit/analysers/spelling/spelling.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";
import { page } from "./support.ts";

async function wordsIn(...text: string[]): Promise<string[]> {
  const { data } = await analyseSpelling([page({ text })]);
  return data.details.map(({ word }) => word);
}

describe("analyseSpelling counts", () => {
  it.each([
    ["We recieve orders from the whole country.", "recieve"],
    ["Recieve our letter each month.", "recieve"], // One slip away from a word.
    ["It works. Seperate rooms are ready.", "seperate"],
    ["Your goverment’s advice", "goverment"],
    ["a “definately” good (accomodation)!", "accomodation", "definately"],
    ["well-knwon makers", "knwon"],
    ["we dont know", "dont"],
    ["good work—wich you like", "wich"],
    ["colur and colour", "colur"],
  ])("in %s", async (text, ...words) => {
    expect(await wordsIn(text)).toEqual(words);
  });
});

describe("analyseSpelling leaves out", () => {
  it.each([
    ["what is right", "It's a well-known café; don't worry, we've got the plumber's tools."],
    [
      "British spelling",
      "We organise travelling theatres in grey colours at the centre; analyse the catalogue, fulfil programmes, paediatric licences.",
    ],
    [
      "words of the web",
      "Our onboarding webinar shows the dropdown, wifi and uptime of your ecommerce backend.",
    ],
    [
      "words made with a prefix",
      "the subpages, nonmembers and unlisted multipurpose microbreweries",
    ],
    [
      "URLs and addresses",
      "see https://exmaple.com/abot, www.exmaple.com, exmaple.com/contcat and infoo@exmaple.com",
    ],
    [
      "numbers and codes",
      "in 1990s for 12kg, 3rd, A4-papr, v2beta, SKUx99 and #hashtg @persn $prce file_nmae.txt",
    ],
    [
      "capitals inside a sentence",
      "We met Jaroslav Kowalczyk of Brzlpft and his NGOX friends from McDnalds at iPhne.",
    ],
    ["names at the start of a sentence", "Kowalczyk founded it. Xanthippe joined later."],
    [
      "names that are written without a capital elsewhere",
      "Welcome to Zorblat. The zorblat app is new, says Zorblat.",
    ],
    ["words of other scripts and with accents", "the Größe of smörgåsbörd and привет and 你好"],
    ["words of one or two letters", "to xq or zz"],
    ["the site's own name", "the exampleco way", "https://www.exampleco.com/"],
  ])("%s", async (_, text, url = "https://example.com/") => {
    const { data } = await analyseSpelling([page({ url, text: [text] })]);
    expect(data.details).toEqual([]);
  });

  it("what is beyond 50,000 characters of a page", async () => {
    const start = "the garden ".repeat(4545);
    expect(await wordsIn(`${start}zqgardening recieve`)).toEqual([]);
    expect(await wordsIn(`${start.slice(1100)}recieve`)).toEqual(["recieve"]);
  });

  it("a block in another language", async () => {
    const german = "Wir freuen uns auf deinen Besuch und wünschen allen unseren Gästen schöne Tage";
    const latin =
      "lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt";
    expect(await wordsIn("The rooms are lovley.", german, latin)).toEqual(["lovley"]);
  });

  it("words on most pages, when there are three or more", async () => {
    const pages = ["a", "b", "c"].map((path) =>
      page({ url: `https://example.com/${path}`, text: [`the flurbo of ${path}${path}${path}`] }),
    );
    const words = async (some: typeof pages) =>
      (await analyseSpelling(some)).data.details.map(({ word }) => word);
    expect(await words(pages)).not.toContain("flurbo");
    expect(await words(pages.slice(1))).toContain("flurbo");
  });
});

describe("analyseSpelling", () => {
  it("counts a word once per page that it is on, and names the first", async () => {
    const text = ["you recieve what you recieve", "more rooms"];
    const pages = [
      page({ url: "https://example.com/a", text }),
      page({ url: "https://example.com/b", text }),
      ...["c", "d", "e"].map((path) => page({ url: `https://example.com/${path}` })),
      page({ url: "https://example.com/gone", status: 404, text }),
    ];
    const finding = await analyseSpelling(pages);
    expect(finding).toEqual({
      status: "warning",
      data: {
        spelling_error_count_total: 2,
        pages_checked_count: 5,
        pages_not_checked_count: 0,
        details: [{ word: "recieve", pages_count: 2, url: "https://example.com/a" }],
      },
    });
    expect(spellingData.parse(finding.data)).toEqual(finding.data);
  });

  it("counts 0 in other languages, says so in the log, and loads no dictionary for them", async () => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const load = vi.fn();
    const pages = [page({ lang: "de-AT", text: ["recieve"] }), page({ lang: "fr" })];
    expect(await analyseSpelling(pages, load)).toEqual({
      status: "info",
      data: {
        spelling_error_count_total: 0,
        pages_checked_count: 0,
        pages_not_checked_count: 2,
        details: [],
      },
    });
    expect(load).not.toHaveBeenCalled();
    const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)));
    written.mockRestore();
    expect(lines).toMatchObject([{ level: "info", pages: { de: 1, fr: 1 } }]);
  });

  it("takes four times as long for four times as many pages", async () => {
    const word = (n: number) =>
      `the of rooms garden quiet wrld${String.fromCharCode(97 + (n % 26))} holiday`;
    const block = Array.from({ length: 25 }, (_, n) => word(n)).join(" ");
    const dictionary = await loadDictionary();
    expectLinearTime(100, (length) => {
      const pages = Array.from({ length }, (_, n) =>
        page({ url: `https://example.com/${n}`, text: Array(10).fill(block) }),
      );
      return () => findErrors(pages, dictionary);
    });
  });
});

describe("hostile text", () => {
  it("of names only costs little", async () => {
    const name = (n: number) =>
      [...String(n)].map((digit) => "bdfgklmprt"[Number(digit)]).join("a");
    const { knows } = await loadDictionary();
    let asked = 0;
    const dictionary = { knows: (word: string) => ++asked > 0 && knows(word) };
    const askedFor = (length: number) => {
      const pages = Array.from({ length }, (_, n) =>
        page({
          text: Array.from(
            { length: 100 },
            (_, m) => `Q${name(10_000 + n * 100 + m)} is here for you and all of the rest.`,
          ),
        }),
      );
      asked = 0;
      findErrors(pages, dictionary);
      return asked;
    };
    // Each further name is looked up once; only so many are tried for a slip from a word.
    expect(askedFor(20) - askedFor(10)).toBe(1000);
  });
});

describe("languageOf", () => {
  const english =
    "You will find all that you need for your garden here, and our staff can help with it.";
  const german =
    "Bei uns finden Sie alles, was Sie für Ihren Garten brauchen, und wir helfen gern. ";

  it.each([
    ["en-GB", [], "en"],
    ["EN_us", ["Short"], "en"],
    ["de", [english], "de"],
    ["en", [german.repeat(4)], "unknown"], // What the template said.
    ["en", [german], "en"], // Too little to doubt it.
    [undefined, [english], "en"],
    ["", [german], "unknown"],
    [undefined, ["Rooms"], "unknown"],
    ["<script>", [], "unknown"],
  ])("of lang %s and %s is %s", (lang, text, language) => {
    expect(languageOf({ text, ...(lang === undefined ? {} : { lang }) })).toBe(language);
  });
});
