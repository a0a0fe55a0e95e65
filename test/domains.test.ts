import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { findCircle } from "./support/circle.ts";

const ROOT = join(import.meta.dirname, "..");
const SPECIFIER = /(?:from|import) \(?"(\.{1,2}\/[^"]+)"/g;

/** All relative imports of a room of the project, as paths from its root. */
function importsOf(room: string) {
  return globSync(`${room}/**/*.{ts,tsx}`, { cwd: ROOT }).flatMap((from) => {
    const matches = readFileSync(join(ROOT, from), "utf8").matchAll(SPECIFIER);
    return [...matches].map(([, path = ""]) => {
      return { from, to: relative(ROOT, resolve(ROOT, dirname(from), path)) };
    });
  });
}

/** A folder of `shared`, a Lambda function below `api` or `workers`, or another folder of `functions`. */
function domainOf(path: string): string {
  const [room, folder, name] = path.split("/");
  const isGroup = room === "functions" && (folder === "api" || folder === "workers");
  return [room, folder, ...(isGroup ? [name] : [])].join("/");
}

/** Which domains each domain imports, types included. */
function domainsOf(imports: { from: string; to: string }[]) {
  const pairs = imports.map(({ from, to }) => [domainOf(from), domainOf(to)] as const);
  const others = pairs.filter(([one, other]) => one !== other);
  return Map.groupBy(others, ([one]) => one);
}

test("functions import nothing of infra, and shared nothing of either", () => {
  const [functions, shared] = [importsOf("functions"), importsOf("shared")];
  expect(functions.length).toBeGreaterThan(0);
  expect(functions.filter(({ to }) => to.startsWith("infra/"))).toEqual([]);
  expect(shared.filter(({ to }) => !to.startsWith("shared/"))).toEqual([]);
});

test("a function of the API and a worker import no other function", () => {
  const isFunction = (path: string) => /^functions\/(api|workers)\//.test(path);
  const others = importsOf("functions").filter(
    ({ from, to }) =>
      isFunction(from) && to.startsWith("functions/") && domainOf(from) !== domainOf(to),
  );
  expect(others).toEqual([]);
});

test("no two domains import each other, directly or by way of others, types included", () => {
  const domains = domainsOf(["functions", "shared"].flatMap(importsOf));
  const nextOf = (domain: string) => (domains.get(domain) ?? []).map(([, other]) => other);
  expect(domains.size).toBeGreaterThan(0);
  expect(findCircle(domains.keys(), nextOf)).toEqual([]);
});

test("the folders of shared import only those in their row of its README, and in the rows above", () => {
  const readme = readFileSync(join(ROOT, "shared/README.md"), "utf8");
  const rows = [...readme.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].map(([, names = ""]) =>
    names.split(", ").map((name) => `shared/${name.replaceAll("`", "")}`),
  );
  const rowOf = (domain: string) => rows.findIndex((names) => names.includes(domain));
  const domains = domainsOf(importsOf("shared"));
  expect([...domains.keys()].filter((domain) => rowOf(domain) < 0)).toEqual([]);
  const pairs = [...domains.values()].flat();
  expect(pairs.filter(([one, other]) => rowOf(other) > rowOf(one))).toEqual([]);
});

test("no file imports itself by way of others, types included", () => {
  const imports = Map.groupBy(
    ["infra", "functions", "shared", "test"].flatMap(importsOf),
    ({ from }) => from,
  );
  const nextOf = (file: string) => (imports.get(file) ?? []).map(({ to }) => to);
  expect(findCircle(imports.keys(), nextOf)).toEqual([]);
});
