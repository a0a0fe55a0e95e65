import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { call } from "../../support/api.ts";
import { problem } from "../../support/expected.ts";
import { type Estate, makeEstate, makeKey } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";

const INTERNAL = problem(500, "Internal server error");
const SECRET = "Requested resource not found: Table: reseller-monitoring";

let estate: Estate;
let endFailures = () => {};

beforeAll(async () => {
  estate = await makeEstate();
});

afterEach(() => {
  endFailures();
  vi.restoreAllMocks();
});

test.each(routeKeys)("%s answers 500 and tells nothing when the table fails", async (route) => {
  endFailures = interceptRequests(() => {
    throw Object.assign(new Error(SECRET), { name: "ResourceNotFoundException" });
  });
  expect(await call(route, acceptedRequest(route, estate))).toEqual(INTERNAL);
});

test("the log says what the response does not", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  endFailures = interceptRequests((command) => {
    if (command === "Query") throw new Error(SECRET);
  });
  await call("GET /v1/webhooks", { key: estate.reseller.key });
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toMatchObject([
    { level: "error", message: "unforeseen error", stack: expect.stringContaining(SECRET) },
    { FailedCalls: 1 },
    { level: "info", message: "request", status: 500 },
  ]);
});

test("the id of a request finds all its lines, and they say whose it was and of which version", async () => {
  vi.stubEnv("AWS_LAMBDA_FUNCTION_VERSION", "7");
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  endFailures = interceptRequests((command) => {
    if (command === "Query") throw new Error(SECRET);
  });
  const { key, uuid: reseller_uuid } = estate.reseller;
  // At once, so that one could get the id of another.
  const answers = await Promise.all([1, 2, 3].map(() => call("GET /v1/webhooks", { key })));
  vi.unstubAllEnvs();
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  for (const { headers } of answers) {
    const own = lines.filter(({ request_id }) => request_id === headers["x-request-id"]);
    const common = { reseller_uuid, function_version: "7" };
    expect(own).toMatchObject([
      { level: "error", ...common },
      { message: "request", ...common },
    ]);
  }
});

test("a request is served when the use of its key can't be noted", async () => {
  const key = await makeKey(estate.reseller.uuid);
  endFailures = interceptRequests((command) => {
    if (command === "Update") throw new Error(SECRET);
  });
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  expect(await call("GET /v1/plans", { key })).toMatchObject({ status: 200 });
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  // Counts of earlier requests, which may be due, can't be noted either.
  const message = "the last use of a key could not be recorded";
  expect(lines.filter((line) => line.message === message)).toMatchObject([
    { level: "warn", stack: expect.stringContaining(SECRET) },
  ]);
});

test("a request is refused with 500, not 401, when its key can't be read", async () => {
  const key = await makeKey(estate.reseller.uuid);
  const commands: string[] = [];
  endFailures = interceptRequests((command) => {
    commands.push(command);
    throw new Error(SECRET);
  });
  expect(await call("GET /v1/plans", { key })).toEqual(INTERNAL);
  expect(commands).toEqual(["Get"]);
});
