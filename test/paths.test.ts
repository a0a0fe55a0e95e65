import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pathExists } from "./pathExists.ts";

const ROOT = join(import.meta.dirname, "..");
const PATH = /(?<![\w/.<-])(?:infra|functions|shared|test)\/[\w./<>{},*-]*\w/g;

it("comments, and all else in the code, name files and folders that exist", () => {
  const sources = globSync("{infra,functions,shared,test}/**/*.{ts,js,cjs,mjs}", { cwd: ROOT });
  const named = sources.flatMap((source) =>
    (readFileSync(join(ROOT, source), "utf8").match(PATH) ?? []).map((path) => ({ source, path })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ path }) => !pathExists(path))).toEqual([]);
});
