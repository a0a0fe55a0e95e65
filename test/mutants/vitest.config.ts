import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const include: string[] = JSON.parse(process.env["MUTANTS_TESTS"] ?? "[]");
const { files } = JSON.parse(
  readFileSync(`${process.env["MUTANTS_RUN"]}/instrumented.json`, "utf8"),
);

/** Gives the tests the code with the mutants in it. */
const instrumented: Plugin = {
  name: "mutants",
  enforce: "pre",
  load: (id) => files[id.split("?")[0] ?? id],
};

/** The likeliest to notice first, as the scope names them: the others are spared what is noticed. */
class AsNamed extends BaseSequencer {
  override async sort(found: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      include.findIndex((path) => moduleId.endsWith(path));
    return found.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  plugins: [instrumented],
  test: {
    include,
    runner: "test/mutants/runner.ts",
    globalSetup: "test/support/globalSetup.ts",
    setupFiles: [
      "test/support/freshEnvironment.ts",
      "test/support/freshModules.ts",
      "test/support/quietLogs.ts",
      "test/mutants/loadFunctions.ts",
    ],
    server: { deps: { inline: ["uuid"] } },
    // As in vitest.config.ts: the embedded table of a busy machine answers late.
    env: { REQUEST_TIMEOUT_MS: "60000" },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: [],
    sequence: { sequencer: AsNamed },
    // A mutant that only loading reaches is noticed by one test or by none.
    bail: process.env["__STRYKER_ACTIVE_MUTANT__"] ? 1 : 0,
    // It holds what the files are, not what the plugin makes of them.
    fsModuleCache: false,
    isolate: false,
    maxWorkers: 1,
  },
});
