import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { invokeStage } from "../../../../infra/cli/admin/invoke.ts";
import { Problem } from "../../../../infra/cli/terminal.ts";
import { stages } from "../../../../infra/stages.ts";
import { admin } from "./cli.ts";

/** The requests to AWS Lambda, and its answers. */
let invocations: { path: string | undefined; payload: unknown }[];
/** The region of the last request, from its signature. */
let region: string | undefined;
let answer: { status: number; headers?: Record<string, string>; body: unknown };

const lambda = createServer(async (request, response) => {
  invocations.push({ path: request.url, payload: await json(request) });
  region = /Credential=[^/]+\/\d+\/([^/]+)/.exec(String(request.headers.authorization))?.[1];
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(JSON.stringify(answer.body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => lambda.listen(0, "127.0.0.1", resolve));
  const { port } = lambda.address() as AddressInfo;
  process.env["AWS_ENDPOINT_URL_LAMBDA"] = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  lambda.close();
});

beforeEach(() => {
  invocations = [];
});

const request = { command: "key revoke", input: { uuid: "K" } };
const pathOf = (alias: string) =>
  `/2015-03-31/functions/reseller-monitoring-dev-admin/invocations?Qualifier=${alias}`;
const caller = expect.stringMatching(
  /^Action=GetCallerIdentity&.*X-Amz-SignedHeaders=host%3Bx-reseller-monitoring-command&/,
);

test("invokes the function of the stage, and prints its result", async () => {
  answer = { status: 200, body: { ok: true, result: [{ uuid: "R", name: "Acme" }] } };
  expect(await admin(["reseller", "list", "--stage", "dev"])).toStrictEqual({
    code: 0,
    stdout: "uuid  name\nR     Acme\n",
    stderr: "",
  });
  expect(invocations).toStrictEqual([
    { path: pathOf("read"), payload: { command: "reseller list", input: {}, caller } },
  ]);
});

test("invokes it in the region of the settings, whatever the shell's is", async () => {
  const { dev } = stages;
  if (!dev) throw new Error("There is no stage dev");
  answer = { status: 200, body: { ok: true } };
  await invokeStage("dev", request);
  expect(region).toBe(process.env["AWS_REGION"]);
  onTestFinished(() => void delete dev.region);
  dev.region = "ap-southeast-2";
  await invokeStage("dev", request);
  expect(region).toBe("ap-southeast-2");
});

test("reports in one line that the function failed", async () => {
  answer = {
    status: 200,
    headers: { "x-amz-function-error": "Unhandled" },
    body: { errorType: "TooBusy", errorMessage: "Too many\ntransactions", trace: ["..."] },
  };
  await expect(invokeStage("dev", request)).rejects.toStrictEqual(
    new Problem("reseller-monitoring-dev-admin failed: TooBusy: Too many transactions"),
  );
});

test("refuses a stage that the settings do not have", async () => {
  await expect(invokeStage("staging", request)).rejects.toStrictEqual(
    new Problem('There is no stage "staging", only dev and prod.', 2),
  );
  expect(invocations).toEqual([]);
});

const ADVICE = /\. Check AWS_PROFILE and AWS_REGION, and sign in again .*\("aws sso login"\)\.$/;

test.each([
  { AWS_REGION: "", AWS_DEFAULT_REGION: "" },
  { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" },
])("tells what to do if the shell lacks %j", async (missing) => {
  const nowhere = "/nowhere";
  const bare = { AWS_EC2_METADATA_DISABLED: "true", AWS_CONFIG_FILE: nowhere };
  const settings = { ...bare, AWS_SHARED_CREDENTIALS_FILE: nowhere, ...missing };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value || undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const problem = await invokeStage("dev", request).catch((error: Error) => error);
  expect(problem).toMatchObject({ name: "Problem", message: expect.stringMatching(ADVICE) });
  expect(invocations).toEqual([]);
});

test("tells what to do if AWS refuses the credentials", async () => {
  const headers = { "x-amzn-errortype": "ExpiredTokenException" };
  const Message = "The security token included in the request is expired";
  answer = { status: 403, headers, body: { Message } };
  const problem = await invokeStage("dev", request).catch((error: Error) => error);
  expect(problem).toMatchObject({ name: "Problem", message: expect.stringMatching(ADVICE) });
});

// A creation whose answer is lost may have happened.
test.each([
  ["key revoke", 1],
  ["key list", 3],
])("reports in one line that %s can't be invoked, after %i tries", async (command, tries) => {
  const headers = { "x-amzn-errortype": "ServiceException" };
  answer = { status: 500, headers, body: { Message: "Later" } };
  await expect(invokeStage("dev", { command, input: {} })).rejects.toStrictEqual(
    new Problem(
      "reseller-monitoring-dev-admin can't be invoked: ServiceException: Later. Try again later.",
    ),
  );
  expect(invocations).toHaveLength(tries);
});
