import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive, readNote } from "../../../infra/local/database/ownership.ts";
import { expectQuiet, readJson, start } from "./server.ts";
import { makeDirectory, run } from "./support.ts";

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

test("serves the demo over HTTP, shows the table while it runs, and leaves data that reset removes", async () => {
  const dataDir = join(makeDirectory(), "new", "data");
  const first = await start(dataDir);
  expect(first.output.stdout).toContain(
    `Try       curl -s ${first.baseUrl}/v1/users -H 'api-key: ${first.key}'\n`,
  );
  expect(first.output.stdout).toContain(`Docs      ${first.baseUrl}/docs\n`);
  expect(readFileSync(join(dataDir, "demo-key"), "utf8")).toBe(`${first.key}\n`);
  expect(statSync(join(dataDir, "demo-key")).mode & 0o777).toBe(0o600);

  const users = await readJson(await first.get("/v1/users"));
  expect(users).toEqual({
    status: 200,
    body: {
      data: [
        {
          uuid: UUID,
          first_name: "Daisy",
          last_name: "Example",
          email: "daisy@example.com",
          avatar: null,
          language_preference: "en-GB",
          country_code: "GB",
          suspended_at: null,
          created_at: TIMESTAMP,
          updated_at: null,
        },
      ],
      meta: {
        per_page: 20,
        from: 1,
        to: 1,
        current_page: 1,
        last_page: 1,
        total: 1,
        next_page_url: null,
        prev_page_url: null,
        first_page_url: `${first.baseUrl}/v1/users?page=1`,
        last_page_url: `${first.baseUrl}/v1/users?page=1`,
      },
    },
  });

  await expectTableShown(dataDir);
  const pid = readNote(dataDir)?.pid ?? 0;
  first.child.kill("SIGTERM");
  first.child.kill("SIGTERM");
  expect(await first.exited).toMatchObject({ code: 0, signal: null, stderr: expectQuiet });
  expect(isAlive(pid)).toBe(false);

  await expectReset(dataDir);
});

async function expectTableShown(DATA_DIR: string) {
  const partitions = await run("infra/local/showTable.ts", [], { DATA_DIR }).exited;
  const [, count = "", pk = ""] = /^ *(\d+) {2}(.*#plans)$/m.exec(partitions.stdout) ?? [];
  expect(partitions.code).toBe(0);
  const items = await run("infra/local/showTable.ts", [pk], { DATA_DIR }).exited;
  const lines = items.stdout.trim().split("\n");
  expect(lines).toHaveLength(Number(count));
  expect(lines.map((line) => JSON.parse(line).pk)).toEqual(lines.map(() => pk));

  const refused = await run("infra/local/reset.ts", [], { DATA_DIR }).exited;
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/stop it first/) });
  expect(existsSync(join(DATA_DIR, "dynamodb.sqlite"))).toBe(true);
}

async function expectReset(DATA_DIR: string) {
  writeFileSync(join(DATA_DIR, "notes.txt"), "somebody's own");
  const reset = await run("infra/local/reset.ts", [], { DATA_DIR }).exited;
  expect(reset).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(DATA_DIR)).toEqual(["notes.txt"]);
  expect((await run("infra/local/reset.ts", [], { DATA_DIR }).exited).stdout).toMatch(/no data/);
}
