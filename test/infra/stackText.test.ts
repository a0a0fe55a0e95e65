import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { normalForm } from "../../infra/cli/normalForm.ts";
import { synthesize } from "../support/stack.ts";

const FILE = join(import.meta.dirname, "stack.txt");

test('prod is what stack.txt says: after a change that is wanted, run "npm run stack -- --write" and review the difference', () => {
  expect(normalForm(synthesize("prod"))).toBe(readFileSync(FILE, "utf8"));
});
