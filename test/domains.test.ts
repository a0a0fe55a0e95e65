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

const domainOf = (path: string) => path.split("/")[1];

test("functions import nothing of infra, and shared nothing of either", () => {
  const [functions, shared] = [importsOf("functions"), importsOf("shared")];
  expect(functions.length).toBeGreaterThan(0);
  expect(functions.filter(({ to }) => to.startsWith("infra/"))).toEqual([]);
  expect(shared.filter(({ to }) => !to.startsWith("shared/"))).toEqual([]);
});

test("a domain imports of another what stands directly in its folder, and nothing of its subfolders", () => {
  const inside = importsOf("functions").filter(
    ({ from, to }) =>
      to.startsWith("functions/") &&
      domainOf(from) !== domainOf(to) &&
      dirname(to).split("/").length > 2,
  );
  expect(inside).toEqual([]);
});

test("no file imports itself by way of others, types included", () => {
  const imports = Map.groupBy(
    ["infra", "functions", "shared", "test"].flatMap(importsOf),
    ({ from }) => from,
  );
  const nextOf = (file: string) => (imports.get(file) ?? []).map(({ to }) => to);
  expect(findCircle(imports.keys(), nextOf)).toEqual([]);
  const [file = ""] = imports.keys();
  const [imported = ""] = nextOf(file);
  const withCircle = (name: string) => (name === imported ? [file] : nextOf(name));
  expect(findCircle(imports.keys(), withCircle)).toEqual([file, imported, file]);
});
