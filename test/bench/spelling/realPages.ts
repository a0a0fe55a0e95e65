import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findErrors } from "../../../functions/audit/analysers/spelling/findErrors.ts";
import {
  byLanguage,
  sampleLanguage,
} from "../../../functions/audit/analysers/spelling/language.ts";
import { loadVocabulary } from "../../../functions/audit/analysers/spelling/words/vocabulary.ts";
import type { Page } from "../../../functions/audit/pages/page.ts";
import { readPage } from "../../../functions/audit/pages/readPage.ts";

/** Debian's packages that are websites in English of many authors. The rules were tuned on all of them. */
const WEBSITES =
  `bacula-doc bind9-doc courier-doc cyrus-doc exim4-doc-html git-doc mailman3-doc privoxy rsyslog-doc
  varnish-doc yade-doc zsh-doc borgbackup-doc ganeti-doc ghostscript-doc ironic-doc netcdf-doc nova-doc
  openvswitch-doc python-gevent-doc python-reportlab-doc swift-doc`.split(/\s+/);
const MOST_PAGES = 300;
/** What the check reads of a page. */
const READ_CHARACTERS = 50_000;

/** Words that were reported, or that codespell knows as misspellings, and are none: judged by hand. */
const RIGHT = new Set(
  readFileSync(join(import.meta.dirname, "judged.txt"), "utf8")
    .replace(/^#.*/gm, "")
    .trim()
    .split(/\s+/),
);

/** What was reported of real websites as certain, and which real misspellings of codespell's list are in it. */
export function measureRealPages() {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  try {
    execFileSync("apt-get", ["download", "codespell", ...WEBSITES], {
      cwd: folder,
      stdio: "ignore",
    });
    for (const file of readdirSync(folder))
      execFileSync("dpkg-deb", ["-x", file, file.replace(/_.*/, "")], { cwd: folder });
    const listed = readCodespell(folder);
    const counts = { words: 0, certain: 0, right: 0, listed: 0, found: 0 };
    const seconds = process.cpuUsage();
    let spent = 0;
    for (const website of WEBSITES) {
      const pages = readWebsite(join(folder, website));
      const start = process.cpuUsage(seconds).user;
      const errors = findErrors(pages, loadVocabulary("en"));
      spent += process.cpuUsage(seconds).user - start;
      const certain = new Set(
        errors.filter(({ verdict }) => verdict === "certain").map(({ word }) => word),
      );
      const words = pages.flatMap(wordsOf);
      const real = [...new Set(words)].filter((word) => listed.has(word) && !RIGHT.has(word));
      counts.words += words.length;
      counts.certain += certain.size;
      counts.right += [...certain].filter((word) => RIGHT.has(word)).length;
      counts.listed += real.length;
      counts.found += real.filter((word) => certain.has(word)).length;
    }
    return { ...counts, wordsPerSecond: Math.round((counts.words / spent) * 1e6) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The misspellings of codespell's default list. */
function readCodespell(folder: string): Set<string> {
  const [file = ""] = globSync("codespell/**/dictionary.txt", { cwd: folder });
  const lines = readFileSync(join(folder, file), "utf8").split("\n");
  return new Set(lines.map((line) => line.replace(/->.*/, "")));
}

/** The English pages of a package. */
function readWebsite(folder: string): Page[] {
  const files = globSync("**/*.{html,htm}", { cwd: folder }).toSorted();
  const pages = files
    .filter((_, at) => at % Math.ceil(files.length / MOST_PAGES) === 0)
    .map((file) => {
      const html = readFileSync(join(folder, file), "utf8");
      const page = readPage(html, { url: `https://docs.example/${file}`, status: 200, depth: 1 });
      return { ...page, links: page.links.filter(({ url }) => !url.includes("docs.example")) };
    });
  const samples = pages.map((page) => ({ ...sampleLanguage(page), page }));
  return (byLanguage(samples).get("en") ?? []).map(({ page }) => page);
}

/** The words of a page as codespell takes them, in lower case; without words of code. */
function wordsOf({ text, title = "", labels = [], codeWords = [] }: Page): string[] {
  const code = new Set(codeWords);
  const words =
    [...text, title, ...labels]
      .join("\n")
      .slice(0, READ_CHARACTERS)
      .match(/(?<![\p{L}\p{N}_./@#$%&*=+~<>-])[A-Za-z][a-z]+(?![\p{L}\p{N}_/@(=-]|[.'’]\p{L})/gu) ??
    [];
  return words.map((word) => word.toLowerCase()).filter((word) => !code.has(word));
}
