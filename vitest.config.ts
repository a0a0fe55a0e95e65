import { defineConfig } from "vitest/config";
import { NotRunReporter } from "./test/support/notRunReporter.ts";

/** For what hangs, not for what is slow: on a busy machine the start of a program takes a minute. */
const PATIENCE_MS = 600_000;

const common = {
  setupFiles: "test/support/quietLogs.ts",
  // The embedded table of a busy machine answers late, and counts of requests must not depend on it.
  env: { REQUEST_TIMEOUT_MS: String(PATIENCE_MS) },
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
};

export default defineConfig({
  test: {
    reporters: ["default", new NotRunReporter()],
    globalSetup: "test/support/globalSetup.ts",
    // More than the two cores of CI: what starts processes waits for them most of the time.
    maxWorkers: 3,
    projects: [
      // Each file on its own, as the functions of one must not know of those of another.
      {
        test: {
          ...common,
          name: "code",
          include: ["test/*.test.ts", "test/{functions,shared,infra/local}/**/*.test.ts"],
        },
      },
      // One after another in the same process: the CDK takes a second to load.
      {
        test: {
          ...common,
          name: "infra",
          include: ["test/infra/**/*.test.ts"],
          exclude: ["test/infra/local/**"],
          isolate: false,
        },
      },
    ],
  },
});
