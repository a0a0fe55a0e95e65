import type { Page } from "../../pages/page.ts";

/** Frequent English words that are rare, or no words, in German, French, Spanish, Italian, Dutch, Danish and Swedish. */
const FUNCTION_WORDS = new Set(
  "the and of with that you your are our this from it its as can will not they his her which".split(
    " ",
  ),
);

const SAMPLE_CHARACTERS = 5000;
const MOSTLY_ENGLISH = 0.1;
const LEAST_WORDS = 10;
/** Of a page that says that it is English, though its words may not be. */
const [LEAST_DOUBTED_WORDS, SHARE_OF_ENGLISH] = [50, 0.04];

/**
 * The language of a page: a primary language subtag such as `en`, or `unknown`. It is that of `<html lang>`. A page
 * without it is English if a tenth of its words are English function words. A page that declares English may be
 * wrong, as templates often are: with fewer than 4 % of function words, a page of 50 words or more is `unknown`.
 */
export function languageOf({ lang = "", text }: Pick<Page, "lang" | "text">): string {
  const declared = lang.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  if (declared !== "" && declared !== "en")
    return /^[a-z]{2,3}$/.test(declared) ? declared : "unknown";
  const start = text.join(" ").slice(0, SAMPLE_CHARACTERS).toLowerCase();
  const words = start.match(/\p{L}+/gu) ?? [];
  const functional = words.filter((word) => FUNCTION_WORDS.has(word)).length;
  const isEnglish =
    declared === "en"
      ? words.length < LEAST_DOUBTED_WORDS || functional >= words.length * SHARE_OF_ENGLISH
      : words.length >= LEAST_WORDS && functional >= words.length * MOSTLY_ENGLISH;
  return isEnglish ? "en" : "unknown";
}
