import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = "infra/checkInstall.js";
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

test("npm warns of no package on Node 20: take what it says out of package-lock.json", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const tooNew = Object.entries<{ engines?: { node?: string } }>(packages)
    .filter(([, { engines: { node = "*" } = {} }]) => !takesNode20(node))
    .map(([path, { engines }]) => `${path}: ${engines?.node}`);
  expect(tooNew).toEqual([]);
  expect(["*", ">=18", "^18 || >= 20.0.0"].map(takesNode20)).toEqual([true, true, true]);
  expect([">=22", "^20.19.0 || >=22.12.0"].map(takesNode20)).toEqual([false, false]);
});

/** Whether a range of versions has all from 20.0.0 on. */
function takesNode20(range: string): boolean {
  return range.split("||").some((part) => {
    const [, major, rest = ""] = /^>= *v?(\d+)([.\d]*)$/.exec(part.trim()) ?? [];
    if (major === undefined) return part.trim() === "*";
    return Number(major) < 20 || (major === "20" && /^[.0]*$/.test(rest));
  });
}
