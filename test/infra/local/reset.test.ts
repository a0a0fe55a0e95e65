import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { start } from "./server.ts";
import { makeDirectory, run } from "./support.ts";

test("shows the table while the service runs, and removes its data when it does not", async () => {
  const DATA_DIR = makeDirectory();
  writeFileSync(join(DATA_DIR, "notes.txt"), "somebody's own");
  const service = await start(DATA_DIR);

  const partitions = await run("infra/local/showTable.ts", [], { DATA_DIR }).exited;
  const [, count = "", pk = ""] = /^ *(\d+) {2}(.*#plans)$/m.exec(partitions.stdout) ?? [];
  expect(partitions.code).toBe(0);
  const items = await run("infra/local/showTable.ts", [pk], { DATA_DIR }).exited;
  const lines = items.stdout.trim().split("\n");
  expect(lines).toHaveLength(Number(count));
  expect(lines.map((line) => JSON.parse(line).pk)).toEqual(lines.map(() => pk));
  const unknown = await run("infra/local/showTable.ts", ["nothing"], { DATA_DIR }).exited;
  expect(unknown).toMatchObject({ code: 1, stdout: "" });

  const refused = await run("infra/local/reset.ts", [], { DATA_DIR }).exited;
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/end that one first/) });
  expect(existsSync(join(DATA_DIR, "dynamodb.sqlite"))).toBe(true);

  service.child.kill("SIGTERM");
  await service.exited;
  // Nothing is removed that was not meant.
  const help = await run("infra/local/reset.ts", ["--help"], { DATA_DIR }).exited;
  expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Removes the data/) });
  const wrong = await run("infra/local/reset.ts", ["--dry-run"], { DATA_DIR }).exited;
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^npm run reset takes no/),
  });
  expect(existsSync(join(DATA_DIR, "dynamodb.sqlite"))).toBe(true);
  const reset = await run("infra/local/reset.ts", [], { DATA_DIR }).exited;
  expect(reset).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(DATA_DIR)).toEqual(["notes.txt"]);
  expect((await run("infra/local/reset.ts", [], { DATA_DIR }).exited).stdout).toMatch(/no data/);
});
