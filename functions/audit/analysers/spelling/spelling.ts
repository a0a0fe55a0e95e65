import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { defineAnalyser } from "../../analyser.ts";
import {
  count,
  detailsOf,
  detailText,
  type Fault,
  type Finding,
  type IgnoredFaults,
  MAX_DETAILS,
} from "../../finding.ts";
import { sentence, suggestion } from "./faults.ts";
import type { PagesLeft } from "./siteWords.ts";
import { type Misspelling, SpelledPages, type SpellingMaterial, totalOf } from "./spelledPages.ts";

export const spellingData = z.strictObject({
  spelling_error_count_total: z.optional(
    described(
      count,
      "How many words are surely misspelled, each once per page; absent: no page was checked.",
      1,
    ),
  ),
  pages_checked_count: described(count, "How many pages were checked.", 24),
  pages_not_checked_count: described(
    count,
    "Pages in a language that is not supported, or in one that could not be told.",
    1,
  ),
  details: described(
    detailsOf(
      z.strictObject({
        word: described(detailText, "The word as it stands.", "recieve"),
        verdict: described(
          z.enum(["certain", "possible"]),
          "`certain`: it is surely misspelled, and counted; `possible`: it may be, and is not counted.",
          "certain",
        ),
        suggestion,
        pages_count: described(count, "How many pages have it.", 1),
        url: described(detailText, "One of these pages.", "https://bakery.example.com/about"),
        sentence,
      }),
    ),
    "Some of what was found; 50 at most.",
  ),
  unchecked: described(
    detailsOf(
      z.strictObject({
        reason: described(
          z.enum([
            "unsupported_language",
            "unknown_language",
            "foreign_text",
            "long_text",
            "many_words",
          ]),
          "`unsupported_language`: the check does not know the language; `unknown_language`: it could not be told. Of other pages a part was not checked: `foreign_text`: it seems to be in another language; `long_text`: it is beyond 50,000 characters; `many_words`: the website has more unknown words than are looked up.",
          "unsupported_language",
        ),
        language: z.optional(
          described(
            detailText,
            "The pages' language, as they say it; absent where it could not be told.",
            "cy",
          ),
        ),
        pages_count: described(count, "How many pages have it.", 1),
      }),
    ),
    "What was not checked, and why; 50 at most.",
  ),
});

/** The most languages that are said to be unsupported; a website may declare any number. */
const MAX_LANGUAGES = 10;

type SpellingData = z.infer<typeof spellingData>;

/**
 * The finding about one website, without words that are ignored there, and everything that is wrong. Words that
 * are only possibly misspelled appear in the details, and are not counted.
 *
 * `success`: none; `warning`: some; `info`: there was no page to check.
 */
export function tellSpelling(
  { words, more_count, total, pages_checked_count, not_checked, in_part }: SpellingMaterial,
  { isIgnored }: IgnoredFaults,
) {
  // A word that is ignored as a possible mistake is no certain one later, nor the other way round.
  const told = words.filter(
    (word) => !isIgnored({ ...faultOf(word), code: CODES[OTHER[word.verdict]] }),
  );
  const counted = told.filter((word) => !isIgnored(faultOf(word)));
  const left = total - totalOf(words) + totalOf(counted);
  const isChecked = pages_checked_count > 0;
  const spelling: Finding<SpellingData> = {
    status: !isChecked ? "info" : left === 0 ? "success" : "warning",
    data: {
      ...(isChecked && { spelling_error_count_total: left }),
      pages_checked_count,
      pages_not_checked_count: not_checked.reduce((sum, [, pages]) => sum + pages, 0),
      details: counted.slice(0, MAX_DETAILS).map(({ pages: _, ...word }) => word),
      unchecked: [...not_checked.map(unsupported), ...inPart(in_part)].slice(0, MAX_DETAILS),
    },
  };
  return {
    findings: { spelling },
    ...(isChecked && { faults: told.map(faultOf), more_faults_count: more_count }),
    unsupported_languages: not_checked
      .map(([language]) => language)
      .filter((language) => language !== "unknown")
      .slice(0, MAX_LANGUAGES),
    // Words beyond those that are looked up.
    mayRemain: () => in_part.many_words > 0,
  };
}

function faultOf({ word, verdict, suggestion, sentence, pages, pages_count }: Misspelling): Fault {
  const detail = { suggestion, ...(sentence && { sentence }) };
  return { code: CODES[verdict], subject: word, detail, pages, pages_count };
}

const CODES = { certain: "misspelled_word", possible: "possible_misspelling" } as const;
const OTHER = { certain: "possible", possible: "certain" } as const;

function unsupported([language, pages_count]: [string, number]): SpellingData["unchecked"][number] {
  if (language === "unknown") return { reason: "unknown_language", pages_count };
  return { reason: "unsupported_language", language, pages_count };
}

function inPart(left: PagesLeft): SpellingData["unchecked"] {
  const reasons = ["foreign_text", "long_text", "many_words"] as const;
  return reasons
    .map((reason) => ({ reason, pages_count: left[reason] }))
    .filter(({ pages_count }) => pages_count > 0);
}

export const spelling = defineAnalyser({
  feature: "spelling",
  explanation:
    "Checks pages in English, Dutch, French, German and Spanish. Names, words of code, addresses, words that are on more than half of the pages, and blocks in other languages are left out. `certain` words are counted; `possible` ones are only listed. Where half of the pages are in another language, no `possible` ones are. In other languages than English only a word is reported that is one slip from a word that the website uses at least three times as often, and pages must declare their language (`lang`). At most 50,000 characters of a page are read, and 2,000 unknown words of a website are looked up; whatever is left out is listed in `unchecked`.",
  category: "website",
  items: { spelling: spellingData },
  reads: "everyPage",
  notNews: ["pages_checked_count", "pages_not_checked_count", "unchecked", "sentence"],
  collect: () => new SpelledPages(),
  async analyse(_crawl, _site, pages) {
    await pages.prepare();
    return pages.find();
  },
  tell: tellSpelling,
  summary: { spelling_error_count_total: spellingData.shape.spelling_error_count_total },
  whenOff: { spelling_error_count_total: 0 },
  summarise: ({ spelling: { data: { spelling_error_count_total } = {} } = {} }) =>
    spelling_error_count_total === undefined ? {} : { spelling_error_count_total },
});
