import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildITrieFromWords, encodeITrieToBTrie } from "cspell-trie-lib";
import { COMMON, dictionaryFile } from "./dictionaries.ts";
import { ENGLISH, FREQUENT_SIZE, KNOWN_SIZE, type Source } from "./packages.ts";

/** Shorter words are one slip from each other, unless they are frequent. */
const [LEAST_FREQUENT, LEAST_KNOWN] = [5, 7];

/**
 * `npm run words:build`: makes `en.btrie` of the packages in `packages.ts`, which it installs into a
 * folder of its own, and of `terms.en.txt` and `frequent.en.txt`; and `LICENSES.md` of the packages' licences.
 */
function build() {
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  const pinned = ENGLISH.map((each) => `${each.package}@${each.version}`);
  const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"];
  try {
    execFileSync("npm", ["install", ...options, ...pinned], { stdio: "inherit" });
    const at = (name: string) => join(folder, "node_modules", name);
    const sizes = new Map<string, number>();
    for (const source of ENGLISH)
      for (const [word, size] of source.read(at(source.package))) add(sizes, word, size);
    for (const term of readTerms("terms.en.txt")) add(sizes, term, KNOWN_SIZE);
    for (const word of readTerms("frequent.en.txt")) add(sizes, word, FREQUENT_SIZE);
    for (const [word, size] of [...sizes]) add(sizes, british(word), size);
    const words = [...sizes].flatMap(([word, size]) =>
      isCommon(word, size) ? [word, word + COMMON] : word,
    );
    const trie = encodeITrieToBTrie(buildITrieFromWords(words), { optimize: true });
    writeFileSync(dictionaryFile("en"), trie);
    writeFileSync(here("LICENSES.md"), licences(ENGLISH, at));
    console.log(`en.btrie: ${sizes.size} words`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Adds a word with its least size, without a possessive `'s`. Words with characters beyond a to z are left out. */
function add(sizes: Map<string, number>, written: string, size: number) {
  const word = written.toLowerCase().replace(/['’ʼ]s?$/, "");
  if (/^[a-z]{2,}$/.test(word)) sizes.set(word, Math.min(size, sizes.get(word) ?? size));
}

function isCommon({ length }: string, size: number): boolean {
  return (
    (size <= FREQUENT_SIZE && length >= LEAST_FREQUENT) ||
    (size <= KNOWN_SIZE && length >= LEAST_KNOWN)
  );
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

if (import.meta.main) build();
