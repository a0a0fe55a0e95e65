import { defineConfig } from "vitest/config";
import { NotRunReporter } from "./test/support/notRunReporter.ts";

/** For what hangs, not for what is slow: on a busy machine the start of a program takes a minute. */
const PATIENCE_MS = 600_000;

const common = {
  // The embedded table of a busy machine answers late, and counts of requests must not depend on it.
  env: { REQUEST_TIMEOUT_MS: String(PATIENCE_MS) },
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  // Files share a process: each would load the AWS SDK, ElectroDB and zod anew.
  isolate: false,
};
const quietLogs = "test/support/quietLogs.ts";

/** With modules of its own for each file, as the functions of one must not know of those of another. */
const apart = {
  ...common,
  setupFiles: ["test/support/freshModules.ts", quietLogs],
  // It remembers nothing but what the API's description says, which takes time to read.
  server: {
    deps: {
      external: [/\/test\/support\/contract\.ts$/],
      // It goes on from the latest time that it was asked at, which a test may have set.
      inline: ["uuid"],
    },
  },
};

/** What starts programs, and takes longest. */
const boots = [
  "test/infra/local/{invoke,monitoring,reset,start,webhookListener}.test.ts",
  "test/infra/{runtime,admin/cli}.test.ts",
  "test/functions/audit/{hostileSites,largeSite}.test.ts",
  "test/functions/schedule/noisyKey.test.ts",
];

export default defineConfig({
  test: {
    reporters: ["default", new NotRunReporter()],
    globalSetup: "test/support/globalSetup.ts",
    // More than the two cores of CI: what starts processes waits for them most of the time.
    maxWorkers: 3,
    // They run in the order of their names: what takes longest first, and not alone at the end.
    projects: [
      { test: { ...apart, name: "boots", include: boots } },
      {
        test: {
          ...apart,
          name: "code",
          include: ["test/*.test.ts", "test/{functions,shared,infra/local}/**/*.test.ts"],
          exclude: boots,
        },
      },
      // In the same modules: the CDK takes a second to load.
      {
        test: {
          ...common,
          setupFiles: quietLogs,
          name: "infra",
          include: ["test/infra/**/*.test.ts"],
          exclude: ["test/infra/local/**", ...boots],
        },
      },
    ],
  },
});
