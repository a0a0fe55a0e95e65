import { existsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type AdminRequest, handler } from "../../../../functions/operators/index.ts";
import { startLambdaEndpoint } from "../../../../infra/local/lambdaEndpoint.ts";
import { lockDataDir, noteServer } from "../../../../infra/local/serverLock.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { run } from "../../../functions/operators/run.ts";
import { makeDirectory } from "../../local/support.ts";
import { admin } from "./cli.ts";
import { adminHere } from "./inProcess.ts";

test("prints a record, and nothing else", async () => {
  const { uuid } = await run("reseller create", { name: "Acme" });
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

test("says in one line that no server runs, and makes nothing", async () => {
  const DATA_DIR = join(tmpdir(), newUuid());
  expect(await admin(["reseller", "list", "--json"], { DATA_DIR })).toStrictEqual({
    code: 1,
    stdout: "",
    stderr: `No server runs on ${DATA_DIR} (DATA_DIR): run "npm start" first.\n`,
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe("the server that runs on DATA_DIR", () => {
  /** A server whose operators' function is that of the tests. */
  async function serveOperators(invoke: (request: AdminRequest) => Promise<unknown>) {
    const DATA_DIR = makeDirectory();
    onTestFinished(lockDataDir(DATA_DIR));
    const lambda = await startLambdaEndpoint(
      async (_, event) => await invoke(event as AdminRequest),
    );
    onTestFinished(() => lambda.close());
    noteServer(DATA_DIR, { api: "", database: "", lambda: lambda.url });
    // Whatever the shell is set up for.
    return { DATA_DIR, AWS_PROFILE: "expired", AWS_USE_FIPS_ENDPOINT: "true" };
  }

  test("runs the command in this user's name, and its answer is printed", async () => {
    const sent: AdminRequest[] = [];
    const env = await serveOperators(async (request) => {
      sent.push(request);
      return await handler(request);
    });
    expect(await admin(["reseller", "create", "--name", "", "--json"], env)).toStrictEqual({
      code: 2,
      stdout: "",
      stderr: "--name must be a text of 1 to 255 characters.\n",
    });
    expect(sent).toMatchObject([
      { command: "reseller create", input: { name: "" }, caller: userInfo().username },
    ]);
  });
});
