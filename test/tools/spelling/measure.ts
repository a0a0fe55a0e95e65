import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readArguments, WRONG_INPUT_EXIT_CODE } from "../../../infra/cli/terminal.ts";
import { spelling } from "../../../shared/audit/analysers/spelling/spelling.ts";
import { convertDictionaries } from "../../../shared/audit/analysers/spelling/words/convertDictionaries.ts";
import {
  importReader,
  LANGUAGES,
  loadDictionary,
} from "../../../shared/audit/analysers/spelling/words/dictionaries.ts";
import { loadVocabulary } from "../../../shared/audit/analysers/spelling/words/vocabulary.ts";
import type { Page } from "../../../shared/audit/pages/page.ts";
import { readPage } from "../../../shared/audit/pages/readPage.ts";
import { examine } from "../../shared/audit/analysers/support.ts";

const HELP = `Measures the spelling check on folders of HTML or Markdown, each one a website.

  npm run spelling -- --language de FOLDER FOLDER
  npm run spelling -- --language de --right FILE FOLDER

  --right   a file with the reported words that are right; without it, precision
            is not said
`;

const MOST_PAGES = 500;
/** Slips that are put into each website: one in so many words, and at most so many. */
const [WORDS_FOR_A_SLIP, MOST_SLIPS] = [200, 50];
const MIN_CHARACTERS = 6;

const { values, positionals: folders } = readOptions();
const { language = "", right, help } = values;
if (help) {
  process.stdout.write(HELP);
  process.exit();
}
if (language === "" || folders.length === 0) refuse(HELP);
const languages = ["en", ...Object.keys(LANGUAGES)];
if (!languages.includes(language)) {
  refuse(`There are no words of "${language}": choose from ${languages.join(", ")}.\n`);
}
const missing = [right ?? [], folders].flat().find((path) => !existsSync(path));
if (missing !== undefined) refuse(`There is no ${missing}: name folders, and a file of words.\n`);
await measure();

function readOptions() {
  const options = {
    language: { type: "string" },
    right: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return readArguments({ options, allowPositionals: true }, "give --language and folders");
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\n`);
  }
}

function refuse(message: string): never {
  process.stderr.write(message);
  process.exit(WRONG_INPUT_EXIT_CODE);
}

async function measure() {
  convertDictionaries();
  const before = performance.now();
  const isKnown = await readWords();
  const loadMs = Math.round(performance.now() - before);
  const rightWords = new Set(right ? readFileSync(right, "utf8").split(/\s+/) : []);
  const sum = { sites: 0, words: 0, reported: 0, right: 0, slips: 0, noticed: 0 };
  for (const folder of folders) {
    const pages = readPages(folder);
    const reported = (await check(pages)).filter(({ code }) => code === "misspelled_word");
    const words = pages.flatMap(({ text }) => text.flatMap((block) => wordsOf(block)));
    const slips = makeSlips(pages, words.length, isKnown);
    const subjects = new Set(
      (await check(slips.pages)).map(({ subject }) => subject.toLowerCase()),
    );
    const noticed = slips.words.filter((word) => subjects.has(word)).length;
    console.log(
      `# ${folder}: ${pages.length} pages, ${words.length} words, ${noticed} of ${slips.words.length} slips`,
    );
    for (const { subject, detail } of reported) {
      const sign = right ? (rightWords.has(subject) ? "right" : "wrong") : "";
      console.log([sign, subject, detail["suggestion"], detail["sentence"]].join("\t"));
    }
    sum.sites += 1;
    sum.words += words.length;
    sum.reported += reported.length;
    sum.right += reported.filter(({ subject }) => rightWords.has(subject)).length;
    sum.slips += slips.words.length;
    sum.noticed += noticed;
  }
  const share = (some: number, all: number) => `${((100 * some) / all).toFixed(1)} %`;
  const precision = right ? share(sum.reported - sum.right, sum.reported) : "not judged";
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `${language}: ${sum.sites} websites, ${sum.words} words, ${sum.reported} reported, precision ${precision}, ` +
      `recall ${share(sum.noticed, sum.slips)} of ${sum.slips} slips, loaded in ${loadMs} ms, peak ${peakMb} MB`,
  );
}

async function readWords(): Promise<(word: string) => boolean> {
  if (language !== "en") {
    await importReader();
    return loadDictionary(language).has;
  }
  const { rankOf } = loadVocabulary();
  return (word) => rankOf(word.toLowerCase()) > 0;
}

async function check(pages: Page[]) {
  return (await examine(spelling.begin(), pages))?.faults ?? [];
}

/** The pages in a folder that do not declare another language. */
function readPages(folder: string): Page[] {
  const patterns = ["**/*.{html,htm,xhtml,md,page}", `**/*.html.${language}`, "**/*.html.gz"];
  return globSync(patterns, { cwd: folder })
    .filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .toSorted()
    .flatMap((file) => {
      const page = readFile(join(folder, file), `https://site.example/${file}`);
      const isOther = page.lang !== undefined && !page.lang.toLowerCase().startsWith(language);
      return isOther || page.text.length === 0 ? [] : [{ ...page, lang: language }];
    })
    .slice(0, MOST_PAGES);
}

function readFile(path: string, url: string): Page {
  const bytes = path.endsWith(".gz") ? gunzipSync(readFileSync(path)) : readFileSync(path);
  const isLatin = /charset=["']?iso-8859-1/i.test(bytes.toString("latin1", 0, 2000));
  const text = bytes.toString(isLatin ? "latin1" : "utf8");
  const html = path.endsWith(".md") ? htmlOf(text) : text;
  return readPage(html, { url, status: 200, depth: 1 });
}

/** The paragraphs of Markdown, with its code as code. */
function htmlOf(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/g, "")
    .replace(/`([^`\n]*)`/g, "<code>$1</code>")
    .replace(/\]\([^)]*\)/g, "] ")
    .split("\n")
    .map((line) => `<p>${line.replace(/^[#>*\s|-]+/, "")}</p>`)
    .join("\n");
}

function wordsOf(text: string): string[] {
  return text.match(/\p{L}+/gu) ?? [];
}

/** The pages with slips in known words, chosen and made by fixed rules so that a second run is the same. */
function makeSlips(pages: Page[], count: number, isKnown: (word: string) => boolean) {
  const every = Math.max(WORDS_FOR_A_SLIP, Math.floor(count / MOST_SLIPS));
  const slips = new Set<string>();
  let at = 0;
  let isDue = false;
  const changed = pages.map((page) => ({
    ...page,
    text: page.text.map((block) =>
      block.replace(/(?<![\p{L}\p{N}_./@'’-])\p{Ll}+(?![\p{L}\p{N}_/@'’.(-])/gu, (word) => {
        at += 1;
        isDue ||= at % every === 0;
        if (!isDue || word.length < MIN_CHARACTERS || !isKnown(word)) return word;
        const slip = slipOf(word, at);
        if (isKnown(slip) || slips.has(slip)) return word;
        isDue = false;
        slips.add(slip);
        return slip;
      }),
    ),
  }));
  return { pages: changed, words: [...slips] };
}

/** A word with a letter left out, doubled or swapped with the next one, not at its ends. */
function slipOf(word: string, number: number): string {
  const at = 1 + (number % (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  return [
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
  ][number % 3] as string;
}
