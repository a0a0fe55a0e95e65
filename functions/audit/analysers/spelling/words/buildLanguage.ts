import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPage } from "../../../pages/readPage.ts";
import { findPlainErrors } from "../findPlainErrors.ts";
import { COMMON, type Rank, WordGraph } from "../wordGraph.ts";
import { expandDictionary } from "./hunspell.ts";
import { writeGraph } from "./writeGraph.ts";

const MIN_PRECISION = 0.9;

/**
 * Makes the words of a language from an operator's Hunspell dictionary, if at least 90 % of what the check
 * reports of the real pages in `pages` are mistakes. `right` is a file with the reported words that are right.
 */
export function buildLanguage(given: {
  language: string;
  from: string;
  pages: string;
  right: string | undefined;
}) {
  const [dic = "", aff = ""] = given.from.split(",");
  const words = new Map<string, Rank>();
  for (const written of expandDictionary(readFileSync(dic, "utf8"), readFileSync(aff, "utf8")))
    for (const word of written.toLowerCase().split(/['’-]/))
      if (/^[a-z\u00df-\u017f]{2,}$/.test(word)) words.set(word, COMMON);
  const bytes = writeGraph(words);
  const left = { foreign_text: 0, long_text: 0, many_words: 0 };
  const errors = findPlainErrors(readPages(given), new WordGraph(bytes), left);
  for (const { word, suggestion, url } of errors) console.log(`${word}\t${suggestion}\t${url}`);
  if (given.right === undefined) {
    console.log("List the words that are right in a file and pass it with --right FILE.");
    return;
  }
  const right = new Set(readFileSync(given.right, "utf8").split(/\s+/));
  const wrong = errors.filter(({ word }) => !right.has(word)).length;
  const precision = wrong / errors.length;
  console.log(`${words.size} words; ${wrong} of ${errors.length} reported words are mistakes.`);
  if (!(precision >= MIN_PRECISION)) throw new Error("Less than 90 %: the language stays off.");
  writeFileSync(join(import.meta.dirname, `${given.language}.words`), bytes);
}

/** The pages in a folder that say that they are in the language. */
function* readPages({ language, pages }: { language: string; pages: string }) {
  for (const file of globSync("**/*.{html,htm}", { cwd: pages }).toSorted()) {
    const html = readFileSync(join(pages, file), "utf8");
    const page = readPage(html, { url: `https://example.com/${file}`, status: 200, depth: 1 });
    if (!page.lang || page.lang.toLowerCase().startsWith(language)) yield page;
  }
}
