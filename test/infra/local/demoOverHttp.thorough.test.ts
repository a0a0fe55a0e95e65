import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isOpenElsewhere } from "../../../infra/local/database/database.ts";
import { expectQuiet, readJson, start } from "./server.ts";
import { makeDirectory } from "./support.ts";

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

test("serves the demo over HTTP, and ends with its database", async () => {
  const dataDir = join(makeDirectory(), "new", "data");
  const first = await start(dataDir);
  const [, link = "", docs] =
    /^\nOpen {6}(\S+)\nAPI key .*\nDocs {6}(\S+)\n\n$/.exec(first.output.stdout) ?? [];
  expect(docs).toBe(`${first.baseUrl}/docs`);
  const [page = "", token = ""] = link.split("#open=");
  expect(page).toBe(`${first.baseUrl}/console`);
  const asked = await fetch(`${page}/key`, { headers: { "console-token": token } });
  expect(await asked.text()).toBe(first.key);
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

  first.child.kill("SIGTERM");
  first.child.kill("SIGTERM");
  expect(await first.exited).toMatchObject({ code: 0, signal: null, stderr: expectQuiet });
  expect(isOpenElsewhere(join(dataDir, "dynamodb.sqlite"))).toBe(false);
});
