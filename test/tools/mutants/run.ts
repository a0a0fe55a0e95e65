import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createVitest, type TestModule } from "vitest/node";
import { type Mutant, mutate, mutators } from "./mutate.ts";

declare module "vitest" {
  interface ProvidedContext {
    mutants: { active: string; reached: string };
  }
}

// The global setup runs in this process and imports code that may be mutated.
Object.assign(globalThis, { isMutant: () => false });

const HELP = `Changes the code in one place at a time, runs the tests that reach the place,
and prints each change that no test noticed: a survivor.

  npm run mutants -- [--since REVISION] [--only KIND,...] [FILE or FOLDER ...]

  --since   changes only lines that differ from this revision
  --only    makes only these kinds of changes:
            ${Object.keys(mutators).join(", ")}

With --since alone it takes functions and shared.
`;
/** The number of test files that are tried before a mutant counts as a survivor. */
const MOST_FILES = 40;
const FILES_AT_ONCE = 4;
const REPORT_MS = 10_000;

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
if (positionals.length === 0 && values.since === undefined)
  refuse("Name files or folders, or --since");
const kinds = values.only?.split(",") ?? Object.keys(mutators);
for (const kind of kinds) if (!(kind in mutators)) refuse(`There is no kind ${kind}`);
for (const path of positionals) if (!existsSync(path)) refuse(`There is no ${path}`);
const changed = values.since === undefined ? undefined : changedLines(values.since);
const folders = positionals.length > 0 ? positionals : ["functions", "shared"];
const files = folders
  .flatMap((path) => globSync(path.endsWith(".ts") ? path : `${path}/**/*.ts`))
  .filter((file) => changed?.has(file) ?? true);
const mutated = new Map(
  files.map((file) => [resolve(file), mutate(file, readFileSync(file, "utf8"), kinds)]),
);
const mutants = [...mutated.values()]
  .flatMap(({ mutants }) => mutants)
  .filter(({ file, line }) => changed?.get(file)?.has(line) ?? true);
const reached = join(mkdtempSync(join(tmpdir(), "mutants-")), "reached");
writeFileSync(reached, "");
if (mutants.length === 0) {
  console.log(`No mutants of ${kinds.join(", ")} in ${files.length} files`);
  process.exit();
}
const vitest = await startVitest();
console.error(
  `Running the tests that import ${mutated.size} files, for ${mutants.length} mutants ...`,
);
const { reaching, failing } = await findReachingTests();
let survivors = 0;
let reportedAt = performance.now();
for (const [done, mutant] of mutants.entries()) {
  if (performance.now() - reportedAt > REPORT_MS) {
    console.error(`${done} of ${mutants.length} mutants tried, ${survivors} survived ...`);
    reportedAt = performance.now();
  }
  const result = await ask(mutant);
  if (result === "noticed") continue;
  survivors += 1;
  const [before, after] = [mutant.before, mutant.after].map((code) => code.replace(/\s+/g, " "));
  console.log(`${mutant.file}:${mutant.line} ${result}: ${before} → ${after}`);
}
console.log(`${survivors} of ${mutants.length} mutants survived`);
await vitest.close();
// Vitest sets another code when a test fails, which is how mutants are noticed.
process.exitCode = 0;

function readArguments() {
  try {
    const options = {
      since: { type: "string" },
      only: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    const [sentence = ""] = String(error instanceof Error ? error.message : error).split(/[.\n]/);
    return refuse(sentence);
  }
}

function refuse(sentence: string): never {
  console.error(`${sentence}; npm run mutants -- --help lists what it takes.`);
  process.exit(2);
}

/** The lines that differ from a revision, by file. */
function changedLines(revision: string): Map<string, Set<number>> {
  const { status, stdout } = spawnSync("git", ["diff", "--unified=0", "--no-prefix", revision], {
    encoding: "utf8",
  });
  if (status !== 0) refuse(`There is no revision ${revision}`);
  const lines = new Map<string, Set<number>>();
  for (const part of stdout.split(/^\+\+\+ /m).slice(1)) {
    const [file = ""] = part.split("\n");
    const hunks = [...part.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)];
    const numbers = hunks.flatMap(([, first, length = 1]) =>
      Array.from({ length: Number(length) }, (_, index) => Number(first) + index),
    );
    lines.set(file, new Set(numbers));
  }
  return lines;
}

async function startVitest() {
  return await createVitest(
    "test",
    {
      config: false,
      watch: false,
      reporters: [],
      include: ["test/**/*.test.ts"],
      exclude: [
        "**/*.thorough.test.ts",
        // They import nearly everything, and would run for every file.
        ...(files.some((file) => file.startsWith("infra")) ? [] : ["**/infra/**"]),
      ],
      related: files.map((file) => resolve(file)),
      globalSetup: "test/support/globalSetup.ts",
      setupFiles: [
        "test/tools/mutants/setup.ts",
        "test/support/freshEnvironment.ts",
        "test/support/quietLogs.ts",
        "test/support/quickTable.ts",
      ],
      server: { deps: { inline: ["uuid"] } },
      env: { REQUEST_TIMEOUT_MS: "60000" },
      testTimeout: 60_000,
      fsModuleCache: false,
      isolate: false,
      maxWorkers: 2,
    },
    { plugins: [{ name: "mutants", enforce: "pre", load: (id) => mutated.get(id)?.code }] },
  );
}

/**
 * Runs the tests as they are. Returns the ids of the tests that reach a mutant, by mutant and file, and the files that
 * fail without one.
 */
async function findReachingTests() {
  vitest.provide("mutants", { active: "", reached });
  const specifications = await vitest.getRelevantTestSpecifications();
  const { testModules } = await vitest.runTestSpecifications(specifications);
  for (const module of testModules) {
    if (!module.ok()) console.error(describeFailure(module));
  }
  const failing = new Set(testModules.flatMap((module) => (module.ok() ? [] : module.moduleId)));
  const reaching = new Map<string, Map<string, Set<string>>>();
  for (const line of readFileSync(reached, "utf8").trim().split("\n")) {
    const [mutant = "", testId = "", file = ""] = line.split("\t");
    const files = reaching.get(mutant) ?? new Map<string, Set<string>>();
    reaching.set(mutant, files.set(file, (files.get(file) ?? new Set()).add(testId)));
  }
  return { reaching, failing };
}

/** A file whose tests fail without a mutant proves nothing. */
function describeFailure(module: TestModule): string {
  const failed = [...module.children.allTests("failed")];
  const [reason] = [...failed.flatMap((test) => test.result().errors ?? []), ...module.errors()];
  return `Left out, because it fails without a mutant: ${module.relativeModuleId}: ${reason?.message}`;
}

type Result = "noticed" | "survived" | "not reached" | "not judged";

async function ask({ id, file }: Mutant): Promise<Result> {
  const files = [...(reaching.get(id) ?? [])];
  if (files.length === 0) return "not reached";
  const passing = files.filter(([path]) => !failing.has(path));
  const left = passing
    .toSorted(
      ([one], [other]) =>
        // The tests are tried in the same order in each run, also where they are equally near.
        nearness(other, file) - nearness(one, file) || one.localeCompare(other),
    )
    .slice(0, MOST_FILES);
  vitest.provide("mutants", { active: id, reached });
  const project = vitest.getRootProject();
  while (left.length > 0) {
    const specifications = left.splice(0, FILES_AT_ONCE).map(([path, ids]) =>
      // Modules are loaded before the first test, so that any test may notice.
      project.createSpecification(path, ids.has("") ? {} : { testIds: [...ids] }),
    );
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) return "noticed";
    const unfinished = testModules.find((module) => module.state() !== "passed");
    if (unfinished) throw new Error(`${unfinished.relativeModuleId} is ${unfinished.state()}`);
  }
  return passing.length < files.length ? "not judged" : "survived";
}

/** The number of path segments that a test shares with the file. */
function nearness(test: string, file: string): number {
  const parts = file.replace(/\.ts$/, "").split("/");
  return parts.filter((part) => test.split(/[/.]/).includes(part)).length;
}
