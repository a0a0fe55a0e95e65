import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "../../../shared/pages/page.ts";
import { readPage } from "../../../shared/pages/readPage.ts";

/** Documentation in English that others wrote, as Debian's packages install it. */
export interface Documents {
  package: string;
  folder: string;
  /** The rules were made with it. */
  tuned: boolean;
  /** Words that are certain there and no mistakes, as a person judged. */
  correct: string[];
}

const DOC = "/usr/share/doc";
const MAX_PAGES = 400;

export const DOCUMENTS: readonly Documents[] = [
  { package: "apache2-doc", folder: `${DOC}/apache2-doc/manual/en`, tuned: true, correct: [] },
  { package: "git-doc", folder: `${DOC}/git`, tuned: true, correct: ["rese", "sparsify"] },
  {
    package: "python3-doc",
    folder: `${DOC}/python3.11/html`,
    tuned: true,
    correct: ["stypes", "wbits"],
  },
  { package: "gammu-doc", folder: `${DOC}/gammu/html`, tuned: true, correct: ["statup"] },
  { package: "gri-html-doc", folder: `${DOC}/gri/html`, tuned: true, correct: ["physica"] },
  {
    package: "debian-handbook",
    folder: `${DOC}/debian-handbook/html/en-US`,
    tuned: true,
    correct: ["dgit"],
  },
  { package: "libxslt1-dev", folder: `${DOC}/libxslt1-dev`, tuned: false, correct: [] },
  {
    package: "valgrind",
    folder: `${DOC}/valgrind`,
    tuned: false,
    correct: ["fxtract", "soffice", "mempcpy", "prefetchw", "regalloc"],
  },
  { package: "bind9-doc", folder: `${DOC}/bind9-doc`, tuned: false, correct: ["postel", "stapp"] },
  {
    package: "postgresql-doc-15",
    folder: `${DOC}/postgresql-doc-15/html`,
    tuned: false,
    correct: [],
  },
  { package: "nodejs", folder: `${DOC}/nodejs`, tuned: false, correct: [] },
];

/** The pages of an installed package in the order of their names; none where it is not installed. */
export function readDocuments({ folder }: Documents): Page[] {
  return filesOf(folder).map((file) =>
    readPage(readFileSync(join(folder, file), "utf8"), {
      url: `https://example.com/${file}`,
      status: 200,
      depth: 1,
    }),
  );
}

/** Which words codespell reports of texts; undefined where it is not installed. */
export function askCodespell(texts: string[][]): Set<string> | undefined {
  const input = texts.flat().join("\n");
  const options = { input, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
  const { error, stdout } = spawnSync("codespell", ["-"], options);
  if (error) return undefined;
  return new Set(
    [...stdout.matchAll(/^\s*(\w+) ==>/gm)].map(([, word = ""]) => word.toLowerCase()),
  );
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".html"))
    .toSorted()
    .slice(0, MAX_PAGES);
}
