import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeTrie, encodeITrieToBTrie } from "cspell-trie-lib";
import { dictionaryFile, LANGUAGES } from "./dictionaries.ts";

/**
 * Writes each dictionary in the binary form of the library that reads it, with its licence beside it, unless this
 * version of it is there. Reading the package's own form takes a second and 250 MB; this one, 30 ms.
 */
export function convertDictionaries() {
  const { resolve } = createRequire(import.meta.url);
  for (const [language, { package: source }] of Object.entries(LANGUAGES)) {
    if (!source) continue;
    const { name, file } = source;
    const folder = dirname(resolve(`${name}/cspell-ext.json`));
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const target = dictionaryFile(language);
    const origin = `${name} ${version} (${license}), its words unchanged, encoded by cspell-trie-lib\n`;
    const licences = join(dirname(target), `${language}.LICENSE.txt`);
    if (
      existsSync(target) &&
      existsSync(licences) &&
      readFileSync(licences, "utf8").startsWith(origin)
    )
      continue;
    const texts = globSync(["LICENSE*", "src/**/{license,README_dict_*}"], { cwd: folder })
      .toSorted()
      .map((text) => readFileSync(join(folder, text), "utf8"));
    const trie = decodeTrie(gunzipSync(readFileSync(join(folder, file))));
    write(target, encodeITrieToBTrie(trie));
    write(licences, [origin, ...texts].join("\n"));
  }
}

/** Writes a file as a whole, as several processes may do so at the same time. */
function write(file: string, content: string | Uint8Array) {
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}

if (import.meta.main) convertDictionaries();
