import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { CheckReporter } from "./test/support/checkReporter.ts";
import { ClosingReporter } from "./test/support/closingReporter.ts";

/** Ends tests that hang, not slow ones: on a busy machine the start of a program takes a minute. */
const PATIENCE_MS = 600_000;

const common = {
  // The embedded table of a busy machine answers late, and counts of requests must not depend on it.
  env: { REQUEST_TIMEOUT_MS: String(PATIENCE_MS) },
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  // CI repeats a failed test once, so that a busy machine fails no build; the end of the run names it.
  retry: process.env["CI"] ? 1 : 0,
  // Files share a process: each would otherwise load the AWS SDK, ElectroDB and zod again.
  isolate: false,
};
const freshEnvironment = "test/support/freshEnvironment.ts";
const quietLogs = "test/support/quietLogs.ts";
const quickTable = "test/support/quickTable.ts";
const quickElectrodb = "test/support/quickElectrodb.ts";

const deps = {
  // They cache only what takes time to read: the API's description and the folders of the functions.
  external: [/\/test\/support\/contract\.ts$/, /\/infra\/bundling\/entries\.ts$/],
  // It never goes behind the latest time that it has seen, which a test may have set.
  inline: ["uuid"],
};

/** Each file has its own modules, so that its functions share no state with those of another. */
const apart = {
  ...common,
  setupFiles: [
    freshEnvironment,
    "test/support/freshModules.ts",
    quietLogs,
    quickTable,
    quickElectrodb,
  ],
  server: { deps },
};

/** Files share modules, as the requests to one Lambda function do. */
const together = {
  ...common,
  setupFiles: [
    freshEnvironment,
    "test/support/sharedModules.ts",
    quietLogs,
    quickTable,
    quickElectrodb,
  ],
  server: { deps },
};

/** Tests of requests and operators' commands: each uses its own reseller and visits no website. */
const requests = [
  // The three others set where the AWS SDK finds things, or visit a website.
  "test/functions/*.test.ts",
  "test/functions/{webhooks,websites}/!(maintenance).test.ts",
  "test/functions/operators/!(lostRecords|mail).test.ts",
  "test/shared/lists/*.test.ts",
  "test/shared/http/{conditions,pagination,parents}.test.ts",
];

/** Files that start programs or take longest. */
const boots = [
  "test/infra/local/{invoke,start,webhookListener}.test.ts",
  "test/infra/admin/cli.test.ts",
  "test/functions/audit/hostileSites.test.ts",
];

/** Files that synthesize the stack: the CDK takes a second to load. */
const syntheses = [
  "test/infra/!(local)/**/*.test.ts",
  "test/infra/*.test.ts",
  "test/infra/local/stack.test.ts",
];

/** Too slow for every commit. */
const THOROUGH = "test/**/*.thorough.test.ts";

/** Files whose random or rotating cases `npm run test:thorough` runs in full. */
function sampled(): string[] {
  return globSync("test/**/*.test.ts").filter((file) =>
    readFileSync(file, "utf8").includes("support/runs.ts"),
  );
}

/** Projects run in the order of their names: the slowest files come first and don't run alone at the end. */
const everyCommit = [
  { test: { ...apart, name: "boots", include: boots, exclude: [THOROUGH] } },
  {
    test: {
      ...apart,
      name: "code",
      include: ["test/*.test.ts", "test/{functions,shared,infra/local}/**/*.test.ts"],
      exclude: [...boots, ...requests, ...syntheses, THOROUGH],
    },
  },
  { test: { ...together, name: "requests", include: requests, exclude: [THOROUGH] } },
  {
    test: {
      // In the same modules, the CDK's too.
      ...common,
      setupFiles: [freshEnvironment, quietLogs, quickTable, quickElectrodb],
      name: "infra",
      include: syntheses,
      exclude: [...boots, THOROUGH],
    },
  },
];

/** Fails the run if neither `npm test` nor `npm run test:thorough` would run a file of tests. */
function assertAllRun() {
  const run = everyCommit.flatMap(({ test }) => globSync(test.include, { exclude: test.exclude }));
  const all = globSync("{functions,infra,shared,test}/**/*.{test,spec}.*", {
    exclude: ["**/node_modules/**"],
  });
  const left = new Set(all).difference(new Set([...run, ...globSync(THOROUGH)]));
  if (left.size > 0) throw new Error(`No project of vitest.config.ts runs ${[...left].join(", ")}`);
}

assertAllRun();

export default defineConfig(({ mode }) => ({
  test: {
    reporters: [
      "default",
      new ClosingReporter(),
      ...(mode === "checked" ? [new CheckReporter()] : []),
    ],
    globalSetup: "test/support/globalSetup.ts",
    // More than the two cores of CI: tests that start processes spend most of their time waiting.
    maxWorkers: 3,
    projects:
      mode === "thorough"
        ? [{ test: { ...apart, name: "thorough", include: [THOROUGH, ...sampled()] } }]
        : everyCommit,
  },
}));
