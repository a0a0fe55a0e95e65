import { globSync } from "node:fs";
import { endpointGroups } from "../../shared/routes.ts";

/** What is mutated in one run of Stryker, and the tests that have to notice it. */
export interface Scope {
  mutate: string;
  /** Paths, the likeliest to notice first. */
  tests: string[];
}

/** Tests of many routes: they come after those of the scope itself. */
const MANY_ROUTES = [
  "test/functions/*.test.ts",
  "test/shared/http/{conditions,pagination,parents}.test.ts",
];
/** Notices every word of a description, which the other tests would all be run for in vain. */
const DOCUMENT = "test/functions/reference/document.test.ts";
/** Random bodies would make the result another one each time; the others are slow and say no more. */
const LEFT_OUT =
  /\/(hostile|cost|largePages|largestPages|model|noisyKey)\.test|^test\/functions\/(changes|cleanup|unavailable|hotLists|conflicts|concurrency|idempotency)\.test/;

const groups = [...Object.keys(endpointGroups), "unknownRoute"];

export const scopes: Record<string, Scope> = {
  lists: scope(
    "shared/lists",
    "test/shared/lists/*.test.ts",
    "test/functions/{account,businesses,websites,users,competitors,limits}.test.ts",
    "test/functions/admin/{find,mend,plans}.test.ts",
    "test/functions/{consistentReads,cleanup,conflicts,concurrency,hotLists}.test.ts",
  ),
  http: scope(
    "shared/http",
    DOCUMENT,
    "test/functions/idempotency.test.ts",
    "test/shared/http/{answerBytes,apiKey,contentCoding,entityTag,networks,validation}.test.ts",
    "test/shared/http/{endpointGroup,errorResponses,idempotencyKey,keyCache,rateLimit,requestLog}.test.ts",
    "test/shared/limits/unknownCallers.test.ts",
    "test/functions/account/fetchAccount.test.ts",
    "test/shared/http/{cors,jsonBody,orderOfChecks,pagination,parents,transfer}.test.ts",
    // Others of the routes all reach all of it, and would be run for whatever survives.
    "test/shared/http/*.test.ts",
  ),
  checks: scope(
    "shared/checks",
    "test/shared/checks/*.test.ts",
    "test/functions/{uptime,rounds,schedule,subscriptions}/*.test.ts",
    "test/functions/{changes,consistentReads,feedItems}.test.ts",
    "test/functions/audit/delivery.test.ts",
  ),
  uptime: scope(
    "functions/uptime",
    "test/functions/{uptime,rounds}/*.test.ts",
    "test/functions/{consistentReads,feedItems}.test.ts",
  ),
  schedule: scope(
    "functions/schedule",
    "test/functions/schedule/*.test.ts",
    "test/functions/rounds/merging.test.ts",
  ),
  ...Object.fromEntries(
    groups.map((name) => [
      name,
      scope(
        `functions/${name}`,
        DOCUMENT,
        `test/functions/${name}*.test.ts`,
        `test/functions/${name}/*.test.ts`,
        `test/functions/admin/${name}.test.ts`,
        "test/functions/{account,customFields,admin/keyRights}.test.ts",
        "test/shared/http/authorize.test.ts",
        ...MANY_ROUTES,
      ),
    ]),
  ),
};

function scope(folder: string, ...tests: string[]): Scope {
  const found = tests.flatMap((pattern) => {
    const paths = globSync(pattern).toSorted();
    return pattern.includes("*") ? paths.filter((path) => !LEFT_OUT.test(path)) : paths;
  });
  return { mutate: `${folder}/**/*.ts`, tests: [...new Set(found)] };
}
