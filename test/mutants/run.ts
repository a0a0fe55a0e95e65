import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { accepted } from "./accepted.ts";
import { type Instrumented, instrument, sameMutants } from "./instrument.ts";
import { describe, type Outcome, outcomeOf, readRun } from "./report.ts";
import { scopes } from "./scopes.ts";

const RUNS = ".local/mutants";
const VITEST = "node_modules/vitest/vitest.mjs";
const CONFIG = "test/mutants/vitest.config.ts";
const WANTED = 0.9;
/** Slower tests are run only with what no quicker one has noticed; the longest for the rest of the rounds. */
const SLOWEST_MS = [100, 500, 2000, 600_000];
/** Of a processor, for the tests of a part with a mutant that only loading reaches: what takes more does not end. */
const MOST_SECONDS = 300;
/** A mutant can leave behind what the tests after it fail of: they are run again in a new process. */
const ROUNDS = 12;

const { values, names } = readArguments();
const reasons = new Set(accepted.flatMap(({ mutants }) => mutants));

const outcomes: [string, Outcome][] = [];
const waiting = names.map((name) => [name, `${RUNS}/${name}`] as const);
await Promise.all(Array.from({ length: availableParallelism() }, work));
outcomes.sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
const table = tableOf(outcomes);
console.log(`\n${table}`);
for (const text of outcomes.flatMap(([, outcome]) => unexplained(outcome))) console.log(text);
for (const text of outcomes.flatMap(outdated)) console.log(`Needs no reason any more: ${text}`);
if (!outcomes.every(([, outcome]) => isGood(outcome))) process.exitCode = 1;

function readArguments() {
  const parts = Object.keys(scopes);
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        fresh: { type: "boolean", default: false },
        summary: { type: "boolean", default: false },
      },
    });
    const unknown = positionals.find((name) => !parts.includes(name));
    if (unknown) throw new Error(`There is no part ${unknown}: choose of ${parts.join(", ")}`);
    return { values, names: positionals.length > 0 ? positionals : parts };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** Takes one part after another. */
async function work() {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const [name, folder] = part;
    if (!values.summary) await mutate(name, folder);
    if (existsSync(folder)) outcomes.push([name, outcomeOf(readRun(folder))]);
    else console.log(`${name} has not been run`);
  }
}

/** Runs the tests of a part with its mutants until they have nothing to say any more. */
async function mutate(name: string, folder: string): Promise<void> {
  const { mutate: pattern, tests } = scopes[name] ?? { mutate: "", tests: [] };
  const instrumented = await instrument(pattern);
  const kills = values.fresh ? [] : keptKills(folder, instrumented);
  rmSync(`${folder}/killed`, { recursive: true, force: true });
  mkdirSync(`${folder}/killed`, { recursive: true });
  for (const [id, test] of kills) writeFileSync(`${folder}/killed/${id}`, test);
  writeFileSync(`${folder}/instrumented.json`, JSON.stringify(instrumented));
  for (const kind of ["covered", "static", "failing", "broken", "tried", "excused"]) {
    rmSync(`${folder}/${kind}`, { force: true });
  }
  const excused = instrumented.mutants
    .filter((mutant) => reasons.has(describe(mutant)))
    .map(({ id }) => id);
  const said = (what: string) =>
    console.log(
      `${name}: ${readRun(folder).killed.size} of ${instrumented.mutants.length} ${what}`,
    );
  said(`mutants are killed, ${tests.length} test files`);
  for (let round = 0, done = -1; round < ROUNDS && done !== progress(folder); round += 1) {
    const slowest = SLOWEST_MS[round] ?? SLOWEST_MS.at(-1);
    if (round >= SLOWEST_MS.length - 1) done = progress(folder);
    await runTests(folder, tests, { MUTANTS_SLOWEST_MS: String(slowest) });
    said(`after round ${round + 1}`);
    writeFileSync(`${folder}/excused`, excused.join("\n"));
  }
  const { killed, onLoad } = readRun(folder);
  const left = [...onLoad].filter((id) => !killed.has(id) && !excused.includes(id));
  for (const id of left) {
    const code = await runTests(folder, tests, { __STRYKER_ACTIVE_MUTANT__: id }, MOST_SECONDS);
    // What ends the process lets no test say so.
    if (code !== 0) writeFileSync(`${folder}/killed/${id}`, "its process failed");
  }
  if (left.length > 0) said(`after ${left.length} that only loading reaches`);
}

/** What a test has noticed stays noticed while the code of the file is the same: ids and tests. */
function keptKills(folder: string, instrumented: Instrumented): [id: string, test: string][] {
  if (!existsSync(`${folder}/instrumented.json`)) return [];
  const before = readRun(folder);
  return [...sameMutants(before.instrumented, instrumented)]
    .filter(([former]) => before.killed.has(former))
    .map(([former, id]) => [id, readFileSync(`${folder}/killed/${former}`, "utf8")]);
}

/** How much is known: it stays the same when a round has found nothing out. */
function progress(folder: string): number {
  const notes = ["tried", "broken"].map((kind) => `${folder}/${kind}`).filter(existsSync);
  return notes.reduce((sum, file) => sum + statSync(file).size, readRun(folder).killed.size);
}

/** Resolves to the exit code. */
async function runTests(
  folder: string,
  tests: string[],
  env: Record<string, string>,
  seconds: number | "unlimited" = "unlimited",
) {
  const variables = { MUTANTS_RUN: folder, MUTANTS_TESTS: JSON.stringify(tests), ...env };
  const limited = [`ulimit -t ${seconds}; exec "$0" "$@"`, process.execPath, VITEST];
  const child = spawn("sh", ["-c", ...limited, "run", "--config", CONFIG], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...variables },
  });
  return await new Promise((resolve) => child.on("exit", resolve));
}

function unexplained({ survivors }: Outcome): string[] {
  return survivors.filter((text) => !reasons.has(text));
}

/** The reasons for mutants of a part that are noticed, or are no more. */
function outdated([name, { survivors }]: [string, Outcome]): string[] {
  const [folder = ""] = scopes[name]?.mutate.split("**") ?? [];
  return [...reasons].filter((text) => text.startsWith(folder) && !survivors.includes(text));
}

function isGood(outcome: Outcome): boolean {
  return outcome.killed >= WANTED * outcome.mutants && unexplained(outcome).length === 0;
}

function tableOf(rows: (readonly [name: string, outcome: Outcome])[]): string {
  const line = (name: string, { mutants, killed, survivors }: Outcome, open: number) =>
    `| ${name} | ${mutants} | ${killed} | ${percentage(killed, mutants)} | ${survivors.length - open} | ${open} |`;
  const all = rows.map(([, outcome]) => outcome);
  const total = {
    mutants: all.reduce((sum, { mutants }) => sum + mutants, 0),
    killed: all.reduce((sum, { killed }) => sum + killed, 0),
    survivors: all.flatMap(({ survivors }) => survivors),
  };
  return [
    "| Part | Mutants | Killed | % | Survived with a reason | Survived |",
    "|---|---|---|---|---|---|",
    ...rows.map(([name, outcome]) => line(name, outcome, unexplained(outcome).length)),
    line("all", total, unexplained(total).length),
    "",
  ].join("\n");
}

function percentage(part: number, whole: number): string {
  return ((100 * part) / Math.max(1, whole)).toFixed(1);
}
