import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { bundle } from "../../../infra/function/bundle.ts";
import { entryOf } from "../../../infra/function/entries.ts";
import { apiFunctionNames } from "../../../shared/http/routes.ts";

const folder = mkdtempSync(join(tmpdir(), "bundles-"));
const require = createRequire(import.meta.url);

afterAll(() => rmSync(folder, { recursive: true }));

// The schemas of answers are left out: a module that uses one while it is loaded starts here, but not on Lambda.
it.each(apiFunctionNames)("the bundle of %s can be loaded", async (name) => {
  const path = join(folder, name);
  await bundle(entryOf(name), path);
  expect(require(join(path, "index.cjs")).handler).toBeTypeOf("function");
});
