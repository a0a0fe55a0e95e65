import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundle } from "../../infra/function/bundle.ts";
import { describeError } from "../../shared/platform/log.ts";

const folder = mkdtempSync(join(tmpdir(), "stack-"));
const map = join(folder, "index.cjs.map");

beforeAll(() => bundle("shared/platform/log.ts", folder));
afterAll(() => rmSync(folder, { recursive: true }));

it("a stack names the files and lines of the repository, though a bundle has few lines", () => {
  const [, line] = /shared\/platform\/log\.ts:(\d+):\d+/.exec(stackInBundle()) ?? [];
  const source = readFileSync("shared/platform/log.ts", "utf8").split("\n");
  expect(source[Number(line) - 1]).toContain("surroundings.run(");
  expect(readFileSync(map, "utf8")).not.toContain(process.cwd());
});

it.each(["{", '{"version":3}'])("a stack stays as it is beside the map %j", (broken) => {
  const whole = readFileSync(map, "utf8");
  writeFileSync(map, broken);
  expect(stackInBundle()).toContain(`${folder}/index.cjs:`);
  writeFileSync(map, whole);
});

it("a stack stays as it is where nothing is bundled", () => {
  const error = new Error("none");
  expect(describeError(error)["stack"]).toBe(error.stack);
});

/** The stack, as it is logged, of an error that is thrown within the bundle. */
function stackInBundle(): string {
  const script = `
    const { describeError, withLogFields } = require("${folder}/index.cjs");
    try { withLogFields({}, () => missing()) }
    catch (error) { process.stdout.write(describeError(error).stack) }`;
  return execFileSync(process.execPath, ["-e", script], { encoding: "utf8" });
}
