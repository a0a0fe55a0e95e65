import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGLISH, type Source } from "./packages.ts";
import {
  COMMON,
  FREQUENT,
  LAST_BIT,
  LETTER_SHIFT,
  NODE_MASK,
  RANK_SHIFT,
  type Rank,
} from "./vocabulary.ts";

/**
 * `npm run words:build`: makes `en.words` of the packages in `packages.ts`, which it installs into a
 * folder of its own, and of `terms.en.txt` and `frequent.en.txt`; and `LICENSES.md` of the packages' licences.
 */
function build() {
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  const pinned = ENGLISH.map((each) => `${each.package}@${each.version}`);
  const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"];
  try {
    execFileSync("npm", ["install", ...options, ...pinned], { stdio: "inherit" });
    const at = (name: string) => join(folder, "node_modules", name);
    const words = new Map<string, Rank>();
    for (const source of ENGLISH)
      for (const [word, rank] of source.read(at(source.package))) add(words, word, rank);
    for (const term of readTerms("terms.en.txt")) add(words, term, COMMON);
    for (const word of readTerms("frequent.en.txt")) add(words, word, FREQUENT);
    for (const [word, rank] of [...words]) add(words, british(word), rank);
    writeFileSync(here("en.words"), writeGraph(words));
    writeFileSync(here("LICENSES.md"), licences(ENGLISH, at));
    console.log(`en.words: ${words.size} words`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Adds a word with its best rank, without a possessive `'s`. Words with letters beyond a to z are left out. */
function add(words: Map<string, Rank>, written: string, rank: Rank) {
  const word = written.replace(/[’ʼ]/g, "'").toLowerCase().replace(/'s?$/, "");
  if (!/^[a-z]{2,}(?:'[a-z]+)*$/.test(word)) return;
  if ((words.get(word) ?? 0) < rank) words.set(word, rank);
}

/** The British spelling of a word in `ize`, unless that is no ending: `prize`, `capsize`. */
function british(word: string): string {
  return word.replace(/(?<=.{3}[^aeious])iz(?=(?:e[drs]?|ers|ing|ations?|able)$)/, "is");
}

function readTerms(file: string): string[] {
  const text = readFileSync(here(file), "utf8");
  return text.replace(/^#.*/gm, "").trim().split(/\s+/);
}

function licences(sources: readonly Source[], at: (name: string) => string): string {
  const texts = sources.map((source) => {
    const files = readdirSync(at(source.package)).filter((file) =>
      /^(licen[cs]e|copyright)/i.test(file),
    );
    const text = files.map((file) => readFileSync(join(at(source.package), file), "utf8").trim());
    return `## ${source.package} ${source.version}\n\n\`\`\`\n${text.join("\n\n")}\n\`\`\`\n`;
  });
  return `# Where the words come from\n\nMade by \`npm run words:build\`.\n\n${texts.join("\n")}`;
}

function here(file: string): string {
  return join(import.meta.dirname, file);
}

/** Words with their ranks as the bytes that a `WordGraph` reads. At most 63 letters of the Latin alphabets. */
export function writeGraph(words: ReadonlyMap<string, Rank>): Uint8Array {
  const sorted = [...words.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const letters = [...new Set(sorted.join(""))].toSorted();
  if (letters.length > 63) throw new Error(`Too many letters: ${letters.join("")}`);
  const edges = [0];
  const nodes = new Map<string, number>();

  /** The node of the words from `from` to `to`, which are equal in their first `depth` letters. */
  function write(from: number, to: number, depth: number): number {
    const own: number[] = [];
    let at = from;
    if (sorted[at]?.length === depth) at += 1;
    while (at < to) {
      const start = at;
      const letter = sorted[start]?.charAt(depth) ?? "";
      while (at < to && sorted[at]?.charAt(depth) === letter) at += 1;
      const first = sorted[start] ?? "";
      const rank = first.length === depth + 1 ? (words.get(first) ?? 0) : 0;
      const node = write(start, at, depth + 1);
      const number = letters.indexOf(letter) + 1;
      own.push(((number << LETTER_SHIFT) | (rank << RANK_SHIFT) | node) >>> 0);
    }
    if (own.length === 0) return 0;
    own[own.length - 1] = ((own.at(-1) ?? 0) | LAST_BIT) >>> 0;
    const id = own.join();
    const same = nodes.get(id);
    if (same !== undefined) return same;
    const place = edges.length;
    if (place + own.length > NODE_MASK) throw new Error("Too many words");
    edges.push(...own);
    nodes.set(id, place);
    return place;
  }

  const root = write(0, sorted.length, 0);
  const codes = letters.map((letter) => letter.charCodeAt(0));
  return new Uint8Array(Uint32Array.from([codes.length, ...codes, root].concat(edges)).buffer);
}

if (import.meta.main) build();
