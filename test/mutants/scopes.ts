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
  "test/functions/reference/document.test.ts",
];
/** Random bodies would make the result another one each time; the others are slow and say no more. */
const LEFT_OUT = /\/(hostile|cost|largePages)\.test|^test\/functions\/(changes|cleanup)\.test/;

const groups = [...Object.keys(endpointGroups), "unknownRoute"];

export const scopes: Record<string, Scope> = {
  lists: scope(
    "shared/lists",
    "test/shared/lists/*.test.ts",
    "test/functions/admin/{find,mend,plans}.test.ts",
    ...MANY_ROUTES,
  ),
  http: scope("shared/http", "test/shared/http/*.test.ts", ...MANY_ROUTES),
  checks: scope(
    "shared/checks",
    "test/shared/checks/*.test.ts",
    "test/functions/uptime/*.test.ts",
    "test/functions/schedule/*.test.ts",
    "test/functions/{changes,consistentReads,feedItems}.test.ts",
    "test/functions/audit/delivery.test.ts",
  ),
  uptime: scope(
    "functions/uptime",
    "test/functions/uptime/*.test.ts",
    "test/functions/{consistentReads,feedItems}.test.ts",
  ),
  schedule: scope("functions/schedule", "test/functions/schedule/*.test.ts"),
  ...Object.fromEntries(
    groups.map((name) => [
      name,
      scope(
        `functions/${name}`,
        `test/functions/${name}*.test.ts`,
        `test/functions/${name}/*.test.ts`,
        ...MANY_ROUTES,
      ),
    ]),
  ),
};

function scope(folder: string, ...tests: string[]): Scope {
  const found = tests.flatMap((pattern) => {
    const paths = globSync(pattern).toSorted();
    return pattern.includes("/*") ? paths.filter((path) => !LEFT_OUT.test(path)) : paths;
  });
  return { mutate: `${folder}/**/*.ts`, tests: [...new Set(found)] };
}
