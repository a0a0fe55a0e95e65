import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { completeEvent } from "../../../infra/local/calls.ts";
import { readEvent } from "../../../infra/local/invoke.ts";
import { startLambdaEndpoint } from "../../../infra/local/lambdaEndpoint.ts";
import { completeQueueEvent } from "../../../infra/local/queues/consumers.ts";
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
    onTestFinished(await lockDataDir(dataDir));
    const lambda = await startLambdaEndpoint({ users: "users" }, async (name, event) => {
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
  ["that is not there", undefined, /^The event can't be read: ENOENT/],
  ["that is not JSON", "{", /^The event is not JSON: /],
  ["that is not an object", "[]", /^The event must be a JSON object\.$/],
])("readEvent refuses a file %s", (_, content, line) => {
  const dataDir = makeDirectory();
  const file = join(dataDir, "event.json");
  if (content !== undefined) writeFileSync(file, content);
  expect(() => readEvent(file, dataDir)).toThrow(line);
});

test("completeEvent fills in what a short event leaves out", () => {
  const event = completeEvent({
    routeKey: "PATCH /v1/websites/{website_uuid}",
    pathParameters: { website_uuid: "a b" },
    queryStringParameters: { page: "2", "per page": "ä" },
    headers: { "API-Key": "rwm_1" },
    body: { hostname: "https://example.com" },
  });
  expect(event).toMatchObject({
    version: "2.0",
    rawPath: "/v1/websites/a b",
    rawQueryString: "page=2&per+page=%C3%A4",
    queryStringParameters: { page: "2", "per page": "ä" },
    pathParameters: { website_uuid: "a b" },
    headers: { "api-key": "rwm_1", "content-type": "application/json", host: "localhost" },
    body: '{"hostname":"https://example.com"}',
    isBase64Encoded: false,
    requestContext: {
      http: { method: "PATCH", path: "/v1/websites/a b" },
      stage: "$default",
    },
  });
});

test("completeQueueEvent fills in what records leave out", () => {
  const Records = [{ body: { checks: [] } }, { body: "any text" }];
  expect(completeQueueEvent({ Records }, "Queue").Records).toMatchObject([
    {
      messageId: "message-1",
      body: '{"checks":[]}',
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:local:000000000000:Queue",
      attributes: { ApproximateReceiveCount: "1" },
    },
    { messageId: "message-2", body: "any text" },
  ]);
});
