import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };

/**
 * The npm scripts that are programs of the project; `npm run dev` is `npm start`, which Node starts again, and npm itself
 * runs `prepare`.
 */
const programs = Object.entries(manifest.scripts).filter(
  ([name, script]) =>
    /^node .*checkInstall\.js .*\.ts\b/.test(script) &&
    !script.includes(" --watch ") &&
    name !== "prepare",
);

/** The exit code of an npm script with these arguments, and what it prints. */
function runScript(name: string, script: string, more: string[]) {
  const [, ...args] = script.split(" ");
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...more], {
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, npm_lifecycle_event: name },
  });
  return { status, printed: stdout + stderr };
}

test("help fits a terminal of 80 columns", () => {
  for (const name of ["start", "reset", "invoke", "webhook-listener"] as const) {
    const { status, printed } = runScript(name, manifest.scripts[name], ["--help"]);
    const wide = printed.split("\n").filter((line) => line.length > 80);
    expect({ name, status, wide }).toEqual({ name, status: 0, wide: [] });
  }
});

test.each(programs)("npm run %s refuses an unknown option in one line", (name, script) => {
  const { status, printed } = runScript(name, script, ["--no-such-option"]);
  expect({ status, lines: printed.trimEnd().split("\n").length }, printed).toEqual({
    status: 2,
    lines: 1,
  });
  expect(printed.trimEnd()).toMatch(/^[A-Z"n].*\.$/);
  expect(printed).not.toContain("Error");
});
