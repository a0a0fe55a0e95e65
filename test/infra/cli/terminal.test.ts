import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

test("a program whose output nobody reads any more ends without a word", async () => {
  const args = ["infra/cli/admin/cli.ts", "custom-field", "list", "--help"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [stderr, [code, signal]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" });
});
