import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { CheckReporter } from "./test/support/checkReporter.ts";
import { ClosingReporter } from "./test/support/closingReporter.ts";
import { orderOf } from "./test/support/groups.ts";

/** Ends tests that hang, not slow ones: on a busy machine the start of a program takes a minute. */
const PATIENCE_MS = 600_000;

const EVERY = "test/**/*.test.ts";
/** Too slow for every commit. */
const THOROUGH = "test/**/*.thorough.test.ts";

/** Files whose random or rotating cases `npm run test:thorough` runs in full. */
function sampled(): string[] {
  return globSync("test/**/*.test.ts").filter((file) =>
    readFileSync(file, "utf8").includes("support/runs.ts"),
  );
}

/** Runs the groups in their order, and within one the slowest files first. */
class InGroups extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId }: TestSpecification): number {
  return orderOf(relative(import.meta.dirname, moduleId));
}

/** Fails the run if neither `npm test` nor `npm run test:thorough` would run a file of tests. */
function assertAllRun() {
  const all = globSync("{functions,infra,shared,test}/**/*.{test,spec}.*", {
    exclude: ["**/node_modules/**"],
  });
  const left = new Set(all).difference(new Set(globSync(EVERY)));
  if (left.size > 0) throw new Error(`vitest.config.ts runs no ${[...left].join(", ")}`);
}

assertAllRun();

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === "thorough" ? [THOROUGH, ...sampled()] : [EVERY],
    exclude: mode === "thorough" ? [] : [THOROUGH],
    sequence: { sequencer: InGroups },
    setupFiles: [
      "test/support/freshEnvironment.ts",
      "test/support/modules.ts",
      "test/support/quietLogs.ts",
      "test/support/quickTable.ts",
      "test/support/quickElectrodb.ts",
    ],
    globalSetup: "test/support/globalSetup.ts",
    // The embedded table of a busy machine answers late, and counts of requests must not depend on it.
    env: { REQUEST_TIMEOUT_MS: String(PATIENCE_MS) },
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // CI repeats a failed test once, so that a busy machine fails no build; the end of the run names it.
    retry: process.env["CI"] ? 1 : 0,
    // Files share a process: each would otherwise load the AWS SDK, ElectroDB and zod again.
    isolate: false,
    // More than the two cores of CI: tests that start processes spend most of their time waiting.
    maxWorkers: 3,
    server: {
      deps: {
        // They cache only what takes time to read: the API's description and the folders of the functions.
        external: [/\/test\/support\/contract\.ts$/, /\/infra\/function\/entries\.ts$/],
        // It never goes behind the latest time that it has seen, which a test may have set.
        inline: ["uuid"],
      },
    },
    reporters: [
      "default",
      new ClosingReporter(),
      ...(mode === "checked" ? [new CheckReporter()] : []),
    ],
  },
}));
