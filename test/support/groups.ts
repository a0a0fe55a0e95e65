import { matchesGlob } from "node:path";

interface Group {
  name: string;
  /** Its files share the project's modules, as the requests to one Lambda function do. */
  sharesModules: boolean;
  files: readonly string[];
}

/** The groups of `npm test`, in the order in which they run. A file is in the first that names it. */
const groups: readonly [Group, Group, ...Group[]] = [
  {
    // They start programs or take longest: at the end they would run alone.
    name: "programs",
    sharesModules: false,
    files: [
      "test/infra/local/{invoke,webhookListener}.test.ts",
      "test/infra/cli/admin/cli.test.ts",
    ],
  },
  {
    // Commands look through all resellers of the table: later it has many.
    name: "operators",
    sharesModules: true,
    files: [
      "test/functions/operators/!(explain|lostRecords|removedReseller).test.ts",
      "test/infra/cli/admin/*.test.ts",
    ],
  },
  {
    // Each uses its own reseller and visits no website.
    name: "requests",
    sharesModules: true,
    files: [
      // Nothing that another file has cached may change what a request costs.
      "test/routes/!(cost).test.ts",
      "test/functions/api/{businesses,competitors,feedItems,onboarding,plans,users,webhooks}/*.test.ts",
      // The others set what the modules read when they load, or visit a website.
      "test/functions/api/account/!(reportMails).test.ts",
      "test/functions/api/websites/!(maintenance).test.ts",
      "test/functions/open/sharedPages/*.test.ts",
      "test/functions/workers/cleanup/*.test.ts",
      "test/functions/workers/changes/changes.test.ts",
      "test/shared/lists/*.test.ts",
      "test/shared/limits/*.test.ts",
      "test/shared/http/!(hsts|unforeseenErrors).test.ts",
    ],
  },
  {
    // They synthesize the stack: the CDK takes a second to load.
    name: "stack",
    sharesModules: true,
    files: ["test/infra/!(local)/**/*.test.ts", "test/infra/*.test.ts"],
  },
];
const rest: Group = { name: "rest", sharesModules: false, files: ["test/**/*.test.ts"] };
const [programs, operators, ...others] = groups;
const inOrder = [programs, operators, rest, ...others];

/** The group of a test file, by its path from the root of the repository. */
export function groupOf(path: string): Group {
  return groups.find(({ files }) => files.some((pattern) => matchesGlob(path, pattern))) ?? rest;
}

/** The place of a test file's group in the order. */
export function orderOf(path: string): number {
  return inOrder.indexOf(groupOf(path));
}
