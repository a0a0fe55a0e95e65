import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = "infra/cli/checkInstall.js";
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "install-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, stdout, stderr };
};

test("says nothing where everything is installed", () => {
  expect(run(program)).toEqual({ status: 0, stdout: "", stderr: "" });
});

test("says in one line that packages are missing", () => {
  const alone = join(folder, "checkInstall.mjs");
  copyFileSync(program, alone);
  expect(run(alone)).toEqual({
    status: 1,
    stdout: "",
    stderr: 'The package electrodb is not installed: run "npm ci --include=dev".\n',
  });
});

test("says in one line that Node is too old, where its own was not installed", () => {
  const older =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.1.0"}})';
  const { status, stderr } = run("--import", older, program);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^This runs on Node 20\.1\.0, and needs 24\. .*--omit=optional.*\n$/);
});
