import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readEvent } from "../../../infra/local/events.ts";
import { startLambdaEndpoint } from "../../../infra/local/lambdaEndpoint.ts";
import { lockDataDir, noteServer } from "../../../infra/local/serverLock.ts";
import { makeDirectory, run } from "./support.ts";

const invoke = (args: string[], dataDir: string, input?: string) => {
  const { child, exited } = run("infra/local/invoke.ts", args, { DATA_DIR: dataDir });
  child.stdin.end(input);
  return exited;
};

describe("npm run invoke", () => {
  test("has the server that runs on DATA_DIR call the function", async () => {
    const dataDir = makeDirectory();
    onTestFinished(lockDataDir(dataDir));
    const lambda = await startLambdaEndpoint(async (name, event) => {
      const { rawPath } = event as { rawPath: string };
      if (rawPath === "/v1/users") return { name, rawPath };
      throw new RangeError("no such path");
    });
    onTestFinished(() => lambda.close());
    noteServer(dataDir, { api: "", database: "", lambda: lambda.url });
    expect(await invoke(["users", "-"], dataDir, '{"routeKey": "GET /v1/users"}')).toMatchObject({
      code: 0,
      stdout: '{\n  "name": "users",\n  "rawPath": "/v1/users"\n}\n',
      stderr: "",
    });
    expect(await invoke(["users", "-"], dataDir, '{"routeKey": "GET /v1"}')).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "users failed: RangeError: no such path\n",
    });
  });

  test("refuses a call without arguments with one line and exit code 2", async () => {
    expect(await invoke([], makeDirectory())).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "Name a function and an event file; see --help.\n",
    });
  });
});

test.each([
  ["that is not there", undefined],
  ["that is not JSON", "{"],
])("readEvent refuses a file %s", (_, content) => {
  const dataDir = makeDirectory();
  const file = join(dataDir, "event.json");
  if (content !== undefined) writeFileSync(file, content);
  expect(() => readEvent(file, dataDir)).toThrow(/^The event can't be read: .*\.$/);
});
