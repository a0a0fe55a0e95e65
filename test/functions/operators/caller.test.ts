import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bindingOf, identifyCaller } from "../../../functions/operators/caller.ts";
import { handler } from "../../../functions/operators/index.ts";
import { signCaller } from "../../../infra/cli/admin/signCaller.ts";
import { Overloaded } from "../../../shared/platform/errors.ts";
import { warmUp } from "../../../shared/platform/table/entity.ts";

const ACCOUNT = "123456789012";
const Arn = `arn:aws:sts::${ACCOUNT}:assumed-role/Support/jane`;
const sent = { command: "key revoke", input: { uuid: "U" } };
const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret" };

let stsRequests: { url: URL; headers: Record<string, string> }[];
let answer: { status: number; body: unknown };

// The table's client finds its endpoint at its first request.
beforeAll(() => warmUp());

beforeEach(() => {
  stsRequests = [];
  answer = { status: 200, body: identityIn(ACCOUNT) };
  // As on AWS.
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    stsRequests.push({ url: new URL(url), headers });
    return Response.json(answer.body, { status: answer.status });
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function identityIn(Account: string) {
  return {
    GetCallerIdentityResponse: { GetCallerIdentityResult: { Account, Arn, UserId: "A:jane" } },
  };
}

const sign = () => signCaller(sent, { region: "eu-west-1", credentials });

test("an operator is who STS says that signed the command", async () => {
  const caller = await sign();
  expect(await identifyCaller({ ...sent, caller }, ACCOUNT)).toBe(Arn);
  const [{ url, headers } = { url: undefined, headers: {} }] = stsRequests;
  expect(url?.origin).toBe("https://sts.eu-west-1.amazonaws.com");
  expect(url?.searchParams.get("X-Amz-Expires")).toBe("300");
  expect(headers).toEqual({
    accept: "application/json",
    "x-reseller-monitoring-command": bindingOf(sent),
  });
  expect(caller).not.toContain("secret");
});

test("STS is asked about the command that came, whatever was signed", async () => {
  const caller = await sign();
  const other = { ...sent, input: { uuid: "V" }, caller };
  await identifyCaller(other, ACCOUNT);
  expect(stsRequests[0]?.headers["x-reseller-monitoring-command"]).not.toBe(bindingOf(sent));
});

const UNPROVEN = /^AWS does not confirm who sends the command/;
const UNSAID = /^The command does not say who sends it/;

test.each([
  ["whose signature STS refuses", { status: 403, body: {} }, UNPROVEN],
  ["of another account", { status: 200, body: identityIn("999999999999") }, UNPROVEN],
  ["that STS does not name", { status: 200, body: {} }, UNPROVEN],
])("a caller %s is refused", async (_, value, message) => {
  answer = value;
  await expect(identifyCaller({ ...sent, caller: await sign() }, ACCOUNT)).rejects.toThrow(message);
});

test.each([
  ["nothing", () => undefined],
  ["a name", () => "jane"],
  ["another request", (signed: string) => signed.replace("GetCallerIdentity", "GetSessionToken")],
  ["no binding", (signed: string) => signed.replace("%3Bx-reseller-monitoring-command", "")],
])("a caller who sends %s is refused, and STS is not asked", async (_, change) => {
  const caller = change(await sign());
  await expect(identifyCaller({ ...sent, caller }, ACCOUNT)).rejects.toThrow(UNSAID);
  expect(stsRequests).toEqual([]);
});

test("nothing is done while STS is down", async () => {
  answer = { status: 503, body: {} };
  const caller = await sign();
  await expect(identifyCaller({ ...sent, caller }, ACCOUNT)).rejects.toThrow(Overloaded);
});

const arn = `arn:aws:lambda:eu-west-1:${ACCOUNT}:function:admin`;

test.each([
  [
    `${arn}:read`,
    "key revoke",
    'The alias "read" of the function does not run this command: it needs the alias "write".',
  ],
  [
    arn,
    "key revoke",
    'The alias "" of the function does not run this command: it needs the alias "write".',
  ],
  [
    arn,
    "find",
    'The alias "" of the function does not run this command: it needs the alias "read".',
  ],
  [`${arn}:read`, "find", expect.stringMatching(UNSAID)],
  [`${arn}:write`, "find", expect.stringMatching(UNSAID)],
  [`${arn}:write`, "key revoke", expect.stringMatching(UNSAID)],
])("%s is asked for %s", async (invokedFunctionArn, command, message) => {
  const context = { awsRequestId: "request-1", invokedFunctionArn };
  const response = await handler({ command, input: {} }, context);
  expect(response).toEqual({ ok: false, message });
});
