import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newUuid } from "../shared/platform/uuid.ts";
import { eventually } from "./infra/local/support.ts";

test.runIf(process.platform === "linux")(
  "a run of the tests that is killed leaves no process",
  async () => {
    const mark = newUuid();
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--mode",
      "checked",
      "test/functions/api/plans/plans.test.ts",
    ];
    const run = spawn(process.execPath, args, {
      env: { ...process.env, RUN_MARK: mark },
      stdio: "ignore",
    });
    const isRunning = (program: string) => marked(mark).some((each) => each.includes(program));
    await eventually(() => isRunning("dynoxide") && isRunning("npm run --silent check"));
    run.kill("SIGKILL");
    await once(run, "exit");
    await eventually(() => marked(mark).length === 0);
    expect(marked(mark)).toEqual([]);
  },
);

/** The commands of the running processes that have inherited a mark in their environment. */
function marked(mark: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark)) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, "utf8")];
    } catch {
      return [];
    }
  });
}
