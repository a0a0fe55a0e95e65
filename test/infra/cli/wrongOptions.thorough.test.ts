import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };

/** The npm scripts that are programs of the project; `npm run dev` is `npm start`, which Node starts again. */
const programs = Object.entries(manifest.scripts).filter(
  ([, script]) => /^node .*\.ts\b/.test(script) && !script.includes(" --watch "),
);

test.each(programs)("npm run %s refuses an unknown option in one line", (name, script) => {
  const [, ...args] = script.split(" ");
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, "--no-such-option"], {
    encoding: "utf8",
    env: { ...process.env, npm_lifecycle_event: name },
  });
  const printed = stdout + stderr;
  expect({ status, lines: printed.trimEnd().split("\n").length }, printed).toEqual({
    status: 2,
    lines: 1,
  });
  expect(printed.trimEnd()).toMatch(/^[A-Z"n].*\.$/);
  expect(printed).not.toContain("Error");
});
