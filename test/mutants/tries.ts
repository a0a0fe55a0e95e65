import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const RUN = process.env["MUTANTS_RUN"] ?? "";
/** What so many tests of a length have not noticed, or of a file, or of a title in it, others won't either. */
const MOST = { ofLength: 80, ofFile: 40, ofTitle: 3 };
/** Mutants with a reason, once the quickest tests have been asked: the others would all be, in vain. */
const excused = new Set(readLines("excused"));
/** The mutants that a test reaches, and how long it takes, where an earlier run has found out. */
export const covered = new Map(
  readLines("covered").map((line) => {
    const [mutants = "", name = "", ms] = line.split("\t");
    return [name, { mutants: mutants.split(",").filter(Boolean), ms: Number(ms) }];
  }),
);
/** Pairs of a mutant and a test which did not notice it, of this run and those before. */
const tried = new Set<string>();
/** The tests of a kind that have not noticed a mutant. */
const tries = new Map<string, Set<string>>();
for (const pair of readLines("tried")) count(pair);

/** Whether a test is to be asked about a mutant, a pair of both with a space in between. */
export function isLeft(pair: string): boolean {
  const [mutant = ""] = pair.split(" ");
  const isEnough = kindsOf(pair).some(({ most, kind, name }) => {
    const names = tries.get(kind) ?? new Set();
    return names.size >= most && !names.has(name);
  });
  return !isEnough && !excused.has(mutant) && !tried.has(pair) && !existsSync(fileOf(mutant));
}

/** Notes that the test of a pair has not noticed its mutant. */
export function addTry(pair: string): void {
  count(pair);
  note("tried", pair);
}

/** Notes who has noticed a mutant. */
export function kill(mutant: string, by: string): void {
  writeFileSync(fileOf(mutant), by);
}

function count(pair: string): void {
  tried.add(pair);
  for (const { kind, name } of kindsOf(pair)) {
    tries.set(kind, (tries.get(kind) ?? new Set()).add(name));
  }
}

/**
 * The mutant of a pair with the digits of the test's milliseconds, with its file, and with its title
 * there: the rows of a table have one name together.
 */
function kindsOf(pair: string): { kind: string; name: string; most: number }[] {
  const [mutant = "", ...words] = pair.split(" ");
  const name = words.join(" ");
  const { ms = 0 } = covered.get(name) ?? {};
  const [inFile = ""] = pair.split(" > ");
  const row = pair.replace(/ \(\S+\)$/, "");
  return [
    { kind: `${mutant} ${String(Math.round(ms)).length}`, name, most: MOST.ofLength },
    { kind: inFile, name, most: MOST.ofFile },
    { kind: `${inFile} > ${row.split(" > ").at(-1)}`, name: row, most: MOST.ofTitle },
  ];
}

function fileOf(mutant: string): string {
  return `${RUN}/killed/${mutant}`;
}

/** Adds a line to what is known of a part. */
export function note(kind: string, line: string): void {
  if (line !== "") appendFileSync(`${RUN}/${kind}`, `${line}\n`);
}

/** The lines of a kind, of this run and those before. */
export function readLines(kind: string): string[] {
  const file = `${RUN}/${kind}`;
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
