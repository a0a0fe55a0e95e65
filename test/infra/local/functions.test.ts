import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { invoker } from "../../../infra/local/functions.ts";
import { makeDirectory } from "./support.ts";

/** A function of one module, with a time-out in seconds. */
function functionOf(body: string, timeoutSeconds: number) {
  const entry = join(makeDirectory(), "index.mjs");
  writeFileSync(entry, `export const handler = async (event, context) => { ${body} };`);
  return invoker([{ name: "work", entry, timeoutSeconds, environment: {} }]);
}

test("a call ends when its function's time is up, and the next one is made", async () => {
  const invoke = functionOf("return event.hang ? new Promise(() => {}) : 'done';", 0.01);
  await expect(invoke("work", { hang: true })).rejects.toThrow("Task timed out after 0.01 seconds");
  expect(await invoke("work", {})).toBe("done");
});
