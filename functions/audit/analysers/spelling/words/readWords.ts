import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The words of a language as the bytes of a `WordGraph`, which `npm run words:build` made. */
export function readWords(language: string): Uint8Array {
  return readFileSync(join(import.meta.dirname, `${language}.words`));
}

/** Whether an operator made the words of a language, such as `de`, from a dictionary of theirs. */
export function hasWords(language: string): boolean {
  return (
    /^[a-z]{2,3}$/.test(language) && existsSync(join(import.meta.dirname, `${language}.words`))
  );
}

/** Common misspellings of a language with the words they stand for, from `misspellings.<language>.txt`. */
export function readMisspellings(language: string): Map<string, string> {
  const lines = readFileSync(join(import.meta.dirname, `misspellings.${language}.txt`), "utf8");
  const pairs = lines.trim().split("\n");
  return new Map(
    pairs.map((line) => {
      const space = line.indexOf(" ");
      return [line.slice(0, space), line.slice(space + 1)];
    }),
  );
}
