import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectQuiet, readJson, start } from "./server.ts";
import { eventually, makeDirectory, serverOf } from "./support.ts";

test("opens a sample that lives, and ends with its database", async () => {
  const dataDir = join(makeDirectory(), "new", "data");
  const first = await start(dataDir, { sample: true });
  const [, link = "", docs] =
    /^\nOpen {6}(\S+)\nAPI key .*\nDocs {6}(\S+)\n\n$/.exec(first.output.stdout) ?? [];
  expect(docs).toBe(`${first.baseUrl}/docs`);
  const [page = "", token = ""] = link.split("#open=");
  expect(page).toBe(`${first.baseUrl}/console`);
  const response = await fetch(`${page}/key`, { headers: { "console-token": token } });
  expect(await response.text()).toBe(first.key);
  expect(readFileSync(join(dataDir, "api-key"), "utf8")).toBe(`${first.key}\n`);
  expect(statSync(join(dataDir, "api-key")).mode & 0o777).toBe(0o600);

  const { sample } = JSON.parse(readFileSync(join(dataDir, "sample.json"), "utf8"));
  // The bakery is audited at once, and has every fault.
  await eventually(async () => {
    const { body } = await readJson(
      await first.get(`/v1/findings?websiteUuid=${sample.sites.oldmill}`),
    );
    return body.data.length === 8;
  });
  const { body } = await readJson(await first.get("/v1/account/websites?state=down"));
  expect(body.data).toHaveLength(2);

  first.child.kill("SIGTERM");
  first.child.kill("SIGTERM");
  expect(await first.exited).toMatchObject({ code: 0, signal: null, stderr: expectQuiet });
  expect(serverOf(dataDir)).toBeUndefined();
});
