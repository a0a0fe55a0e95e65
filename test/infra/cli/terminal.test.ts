import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const FULL = "/dev/full";

test("a program whose output nobody reads any more ends without a word", async () => {
  const args = ["infra/cli/admin/cli.ts", "custom-field", "list", "--help"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [stderr, [code, signal]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" });
});

test.skipIf(!existsSync(FULL))(
  "a program whose output can't be written says so in a line",
  async () => {
    const stdout = openSync(FULL, "w");
    onTestFinished(() => closeSync(stdout));
    const args = ["infra/local/invoke.ts", "--help"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", stdout, "pipe"] });
    const [stderr, [code]] = await Promise.all([
      text(child.stderr as Readable),
      once(child, "exit"),
    ]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "The output can't be written (ENOSPC: no space left on device, write). " +
        "The command may have succeeded all the same.\n",
    });
  },
);
