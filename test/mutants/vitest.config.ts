import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const include: string[] = JSON.parse(process.env["MUTANTS_TESTS"] ?? "[]");

/** The likeliest to notice first, as the scope names them: the first failure ends a mutant's run. */
class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      include.findIndex((path) => moduleId.endsWith(path));
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include,
    globalSetup: "test/support/globalSetup.ts",
    setupFiles: ["test/support/quietLogs.ts", "test/mutants/loadFunctions.ts"],
    // As in vitest.config.ts: the embedded table of a busy machine answers late.
    env: { REQUEST_TIMEOUT_MS: "60000" },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: AsNamed },
    // Stryker starts a process for each mutant: one load of the modules has to do for all files.
    isolate: false,
  },
});
