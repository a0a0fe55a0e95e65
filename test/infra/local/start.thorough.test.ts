import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { onboard, readJson, start } from "./server.ts";
import { eventually, makeDirectory, run, runProgram, serverOf } from "./support.ts";

describe("npm start", () => {
  test("shows the table while it runs, and leaves data that reset removes", async () => {
    const dataDir = makeDirectory();
    const first = await start(dataDir);
    await expectNoReset(dataDir);
    first.child.kill("SIGTERM");
    await first.exited;
    await expectReset(dataDir);
  });

  test("loses nothing when it is killed, and cleans up after a deletion", async () => {
    const dataDir = makeDirectory();
    const first = await start(dataDir);
    const { user, business, website: uuid } = await onboard(first);
    const created = await readJson(
      await first.send("POST", `/v1/businesses?userUuid=${user}`, {
        name: "Example Flowers",
        industry: "Retail",
        products: [],
      }),
    );
    expect(created.status).toBe(200);
    const deleted = await first.send("DELETE", `/v1/businesses/${business}`, undefined);
    expect(deleted.status).toBe(200);
    first.child.kill("SIGKILL");
    await first.exited;

    const second = await start(dataDir);
    expect(second.key).toBe(first.key);
    const fetched = await readJson(await second.get(`/v1/businesses/${created.body.data.uuid}`));
    expect(fetched).toEqual({ status: 200, body: { data: created.body.data } });
    const website = `/v1/websites/${uuid}`;
    await eventually(async () => (await second.get(website)).status === 404);
  });

  test.skipIf(process.platform === "win32")(
    "ends when npm's shell was killed in its stead",
    async () => {
      const dataDir = makeDirectory();
      const command = `"${process.execPath}" infra/local/start.ts & wait`;
      const env = { DATA_DIR: dataDir, PORT: "0", npm_lifecycle_event: "start" };
      const shell = runProgram("sh", ["-c", command], env);
      await eventually(() => /Open /.exec(shell.output.stdout));
      shell.child.kill("SIGTERM");
      await eventually(() => serverOf(dataDir) === undefined);
    },
  );

  test("ends with one line and exit code 1 when the port is taken", async () => {
    const dataDir = makeDirectory();
    const other = createServer().listen(0, "127.0.0.1");
    const port = await eventually(() => portOf(other));
    const server = run("infra/local/start.ts", [], { DATA_DIR: dataDir, PORT: String(port) });
    const { code, stdout, stderr } = await server.exited;
    other.close();
    expect({ code, stdout, last: stderr.split("\n").at(-2) }).toEqual({
      code: 1,
      stdout: "",
      last: `Port ${port} is in use. Choose another, such as PORT=${port + 1}.`,
    });
  });

  test.each([
    ["PORT", "80a", /^PORT must be a whole number/],
    ["READS_PER_MINUTE", "many", /^READS_PER_MINUTE must be a whole number, not "many"\.$/m],
    ["LOG_FORMAT", "xml", /^LOG_FORMAT must be json or text, not "xml"\.$/m],
    ["HOST", "no.invalid", /^Can't listen there \(.*no\.invalid\): choose another .*\.$/m],
  ])("ends with one line and exit code 1 for a wrong %s", async (name, value, line) => {
    await expectOneLine(run("infra/local/start.ts", [], { [name]: value }), line);
  });
});

async function expectOneLine({ exited }: ReturnType<typeof run>, line: RegExp) {
  const { code, stdout, stderr } = await exited;
  const said = stderr.split("\n").filter((text) => !text.endsWith(" ..."));
  expect({ code, stdout, said }).toEqual({ code: 1, stdout: "", said: [expect.any(String), ""] });
  expect(stderr).toMatch(line);
}

function portOf(server: ReturnType<typeof createServer>) {
  const address = server.address();
  return typeof address === "object" && address ? address.port : undefined;
}

async function expectNoReset(DATA_DIR: string) {
  const refused = await run("infra/local/reset.ts", [], { DATA_DIR }).exited;
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/stop it, or set DATA_DIR/),
  });
  expect(existsSync(join(DATA_DIR, "dynamodb.sqlite"))).toBe(true);
}

async function expectReset(DATA_DIR: string) {
  writeFileSync(join(DATA_DIR, "notes.txt"), "somebody's own");
  const reset = await run("infra/local/reset.ts", [], { DATA_DIR }).exited;
  expect(reset).toMatchObject({ code: 0, stderr: "" });
  expect(readdirSync(DATA_DIR)).toEqual(["notes.txt"]);
  expect((await run("infra/local/reset.ts", [], { DATA_DIR }).exited).stdout).toMatch(/no data/);
}
