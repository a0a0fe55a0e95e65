import { findErrors } from "../../../../../functions/audit/analysers/spelling/findErrors.ts";
import { COMMON } from "../../../../../functions/audit/analysers/spelling/wordGraph.ts";
import { loadVocabulary } from "../../../../../functions/audit/analysers/spelling/words/vocabulary.ts";
import type { Page } from "../../../../../functions/audit/pages/page.ts";
import { type Form, inject } from "./injected.ts";

export const FORMS: readonly Form[] = ["lower case", "sentence start", "Title Case"];
const INJECTED = 200;
const INJECTED_ON_A_PAGE = 20;

interface Sample {
  form: Form;
  seed: number;
}

/** Random misspellings of words of these pages, except those that are common words themselves. */
function misspell(pages: readonly string[], { form, seed }: Sample) {
  const { rankOf } = loadVocabulary("en");
  const isWord = (word: string) => rankOf(word) >= COMMON;
  return inject(pages, { count: INJECTED, form, isWord, seed });
}

/** How many of 200 misspellings are found on a website that also has these pages, and what else is reported. */
export function measureRecall(pages: readonly string[], sample: Sample) {
  const injected = misspell(pages, sample);
  const faulty = Array.from({ length: INJECTED / INJECTED_ON_A_PAGE }, (_, at) =>
    injected.slice(at * INJECTED_ON_A_PAGE, (at + 1) * INJECTED_ON_A_PAGE).map(({ text }) => text),
  );
  const errors = findErrors(
    [...pages.map((text) => [text]), ...faulty].map(page),
    loadVocabulary("en"),
  );
  const meant = new Map(injected.map((each) => [each.misspelling, each.meant]));
  const found = errors.filter(({ word }) => meant.has(word));
  return {
    certain: found.filter(({ verdict }) => verdict === "certain").length,
    possible: found.filter(({ verdict }) => verdict === "possible").length,
    others: errors.map(({ word }) => word).filter((word) => !meant.has(word)),
  };
}

/** What is reported of texts without mistakes, each on a page of its own. */
export function measureFalseAlarms(texts: readonly string[]): string[] {
  const pages = texts.map((text) => [text]).map(page);
  return findErrors(pages, loadVocabulary("en")).map(({ word }) => word);
}

function page(text: string[], number: number): Page {
  return {
    url: `https://example.com/${number}`,
    status: 200,
    depth: 1,
    links: [],
    headings: [],
    text,
    jsonLd: [],
    meta: {},
    feeds: [],
    telephoneLinks: [],
  };
}
