import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { accepted } from "./accepted.ts";
import { scopes } from "./scopes.ts";
import { type Outcome, readOutcome } from "./survivors.ts";

const REPORTS = ".local/mutants";
const README = "test/mutants/README.md";
const WANTED = 0.9;
/** Not in package.json: 200 packages that nothing else needs. */
const PACKAGES = [
  "@stryker-mutator/core@10.1.1",
  "@stryker-mutator/vitest-runner@10.1.1",
  "vitest@5.1.1",
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fresh: { type: "boolean", default: false },
    summary: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const reasons = new Set(accepted.flatMap(({ mutants }) => mutants));
const names = positionals.length > 0 ? positionals : Object.keys(scopes);

mkdirSync(REPORTS, { recursive: true });
const outcomes = names.map((name) => [name, mutate(name)] as const);
const table = tableOf(outcomes);
console.log(`\n${table}`);
for (const text of outcomes.flatMap(([, outcome]) => unexplained(outcome))) console.log(text);
if (!outcomes.every(([, outcome]) => isGood(outcome))) process.exitCode = 1;
if (values.write) {
  const [text = ""] = readFileSync(README, "utf8").split(/(?<=^## Figures\n)/m);
  writeFileSync(README, `${text}\n${table}`);
}

/** Runs Stryker over a scope; what has not changed since the last run is not run again. */
function mutate(name: string): Outcome {
  const scope = scopes[name];
  if (!scope) throw new Error(`There is no scope ${name}, only ${Object.keys(scopes).join(", ")}`);
  const report = `${REPORTS}/${name}.json`;
  if (values.summary && existsSync(report)) return readOutcome(report);
  if (values.fresh) rmSync(report, { force: true });
  console.log(`\n${name}: ${scope.mutate}, ${scope.tests.length} test files`);
  const options = {
    mutate: scope.mutate,
    incrementalFile: report,
    concurrency: String(availableParallelism()),
    reporters: process.stdout.isTTY ? "progress" : "progress-append-only",
  };
  const { status } = spawnSync(
    "npx",
    [
      ...["--yes", "--loglevel=error", ...PACKAGES.map((spec) => `--package=${spec}`)],
      ...["stryker", "run", "test/mutants/stryker.config.json"],
      ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
    ],
    { stdio: "inherit", env: { ...process.env, MUTANTS_TESTS: JSON.stringify(scope.tests) } },
  );
  if (status !== 0 || !existsSync(report)) throw new Error(`Stryker failed on ${name}`);
  return readOutcome(report);
}

function unexplained({ survivors }: Outcome): string[] {
  return survivors.filter((text) => !reasons.has(text));
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
