import { defineConfig } from "vitest/config";

const common = {
  setupFiles: "test/support/quietLogs.ts",
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    globalSetup: "test/support/globalSetup.ts",
    // More than the two cores of CI: what starts processes waits for them most of the time.
    maxWorkers: 3,
    projects: [
      // Each file on its own, as the functions of one must not know of those of another.
      {
        test: {
          ...common,
          name: "code",
          include: ["test/*.test.ts", "test/{functions,shared}/**/*.test.ts"],
        },
      },
      // Whole programs: on a busy machine a start alone can take a minute.
      {
        test: {
          ...common,
          name: "local",
          include: ["test/infra/local/**/*.test.ts"],
          testTimeout: 600_000,
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
