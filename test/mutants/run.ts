import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { accepted } from "./accepted.ts";
import { scopes } from "./scopes.ts";
import { type Outcome, readOutcome } from "./survivors.ts";

const REPORTS = ".local/mutants";
/** Not in package.json: 200 packages that nothing else needs. */
const PACKAGES = [
  "@stryker-mutator/core@10.1.1",
  "@stryker-mutator/vitest-runner@10.1.1",
  "vitest@5.1.1",
];
const WANTED = 0.9;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { fresh: { type: "boolean", default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(scopes);
const reasons = new Set(accepted.flatMap(({ mutants }) => mutants));

mkdirSync(REPORTS, { recursive: true });
const outcomes = names.map((name) => [name, mutate(name)] as const);
for (const [name, outcome] of outcomes) print(name, outcome);
if (!outcomes.every(([, outcome]) => isGood(outcome))) process.exitCode = 1;

/** Runs Stryker over a scope. What has not changed since the last run is not run again. */
function mutate(name: string): Outcome {
  const scope = scopes[name];
  if (!scope) throw new Error(`There is no scope ${name}: ${Object.keys(scopes).join(", ")}`);
  const report = `${REPORTS}/${name}.json`;
  if (values.fresh) rmSync(report, { force: true });
  console.log(`\n${name}: ${scope.mutate}, ${scope.tests.length} test files`);
  const packages = PACKAGES.flatMap((it) => ["--package", it]);
  const options = [
    ["--mutate", scope.mutate],
    ["--incrementalFile", report],
    ["--concurrency", String(availableParallelism())],
    ["--reporters", process.stdout.isTTY ? "progress" : "progress-append-only"],
  ].flat();
  const { status } = spawnSync(
    "npx",
    [
      "--yes",
      "--loglevel=error",
      ...packages,
      "stryker",
      "run",
      "test/mutants/stryker.config.json",
      ...options,
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

function print(name: string, outcome: Outcome) {
  const { mutants, killed, survivors } = outcome;
  const percent = ((100 * killed) / Math.max(1, mutants)).toFixed(1);
  const rest = unexplained(outcome);
  console.log(
    `${name.padEnd(14)} ${mutants} mutants, ${killed} killed (${percent} %), ` +
      `${survivors.length} survived, ${rest.length} of them without a reason`,
  );
  for (const text of rest) console.log(`  ${text}`);
}
