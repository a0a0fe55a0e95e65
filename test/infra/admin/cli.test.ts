import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../functions/operators/run.ts";
import { thoroughTest } from "../../support/runs.ts";
import { admin } from "./cli.ts";
import { adminHere } from "./inProcess.ts";

test("prints a record, and nothing else", async () => {
  const { uuid } = await run("reseller create", { name: "Acme", same_name: true });
  const outcome = await adminHere(["key", "create", "--reseller", uuid, "--name", "Web shop"]);
  const [key] = await run("key list", { reseller_uuid: uuid });
  expect(outcome).toStrictEqual({
    code: 0,
    stdout: expect.stringMatching(
      new RegExp(
        `^uuid           ${key.uuid}\nkey            rwm_\\w+\nreseller_uuid  ${uuid}\nname           Web shop\nis_test        no\nis_read_only   no\nallowed_ips    -\ncreated_at     .*\nexpires_at     -\n\nKeep the key now: it is not shown again.\n$`,
      ),
    ),
    stderr: "",
  });
});

thoroughTest(
  "exits with 2 and a sentence on stderr if the function refuses the input",
  async () => {
    const outcome = await admin(["reseller", "create", "--name", "", "--json"]);
    expect(outcome).toStrictEqual({
      code: 2,
      stdout: "",
      stderr: "--name must be a text of 1 to 255 characters.\n",
    });
  },
);

test("ends with 0 when asked for help", async () => {
  const { code, stdout, stderr } = await adminHere(["reseller", "create", "--help"]);
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Usage: admin reseller create /);
});

thoroughTest("creates no database for a command that only reads", async () => {
  const folder = await mkdtemp(join(tmpdir(), "admin-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const DATA_DIR = join(folder, "mistyped");
  const env = { DATA_DIR, AWS_ENDPOINT_URL_DYNAMODB: "" };
  expect(await admin(["reseller", "list", "--json"], env)).toStrictEqual({
    code: 2,
    stdout: "",
    stderr: `There is no data in ${DATA_DIR} (DATA_DIR). Run "npm start" or "reseller create" first.\n`,
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

test("exits with 1 and one line on stderr if the database can't be reached", async () => {
  const env = { AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1" };
  expect(await admin(["reseller", "list", "--json"], env)).toStrictEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^[^\n]+http:\/\/127\.0\.0\.1:1[^\n]+\n$/),
  });
});

thoroughTest("keeps its records in DATA_DIR, also if commands run at once", async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "admin-"));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const env = { DATA_DIR, AWS_ENDPOINT_URL_DYNAMODB: "" };
  const create = (name: string) => admin(["--json", "reseller", "create", "--name", name], env);
  const outcomes = await Promise.all([create("A"), create("B")]);
  const created = outcomes.map(({ code, stdout, stderr }) => {
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: "" });
    return { ...JSON.parse(stdout), businesses: 0, websites: 0 };
  });
  const { stdout } = await admin(["reseller", "list", "--json"], env);
  expect(JSON.parse(stdout)).toStrictEqual(created.sort((a, b) => (a.uuid < b.uuid ? -1 : 1)));
});
