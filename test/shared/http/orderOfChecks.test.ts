import { beforeAll, expect, test } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call, type TestRequest, type TestResponse } from "../../support/api.ts";
import { invalid, notFound, problem, unauthorized } from "../../support/expected.ts";
import { makeReseller } from "../../support/factories.ts";

const PATCH = "PATCH /v1/businesses/{business_uuid}";
const WRONG_TYPE = { "content-type": "text/plain" };
const TOO_LARGE = "x".repeat(256 * 1024 + 1);

let key: string;

beforeAll(async () => {
  ({ key } = await makeReseller());
});

interface Case {
  needed: string;
  route?: string;
  request: TestRequest;
  expected: TestResponse;
}

const text = expect.any(String);
const withoutKey: Case[] = [
  {
    needed: "a route",
    route: "PUT /v1/businesses",
    request: { body: TOO_LARGE, headers: WRONG_TYPE },
    expected: problem(405, text, { allow: "GET, HEAD, POST, OPTIONS" }),
  },
  {
    needed: "a key",
    request: { body: TOO_LARGE, headers: WRONG_TYPE },
    expected: unauthorized(),
  },
];
const withKey: Case[] = [
  {
    needed: "a body of at most 256 KiB",
    request: { body: TOO_LARGE, headers: WRONG_TYPE },
    expected: problem(413, text),
  },
  {
    needed: "a body declared as JSON",
    request: { body: "{", headers: WRONG_TYPE },
    expected: problem(415, text),
  },
  { needed: "JSON", request: { body: "{" }, expected: problem(400, text) },
  {
    needed: "valid fields",
    request: { body: { name: 7 } },
    expected: invalid({ name: { type: "Name must be a string" } }),
  },
  {
    needed: "a record that exists",
    request: { body: { name: "N" } },
    expected: notFound("businesses"),
  },
];

// Each request lacks what its answer names, and all that is looked at after it.
test.each(withoutKey)("a request needs $needed", async ({ route = PATCH, request, expected }) => {
  expect(await call(route, { ...request, uuid: newUuid() })).toEqual(expected);
});

test.each(withKey)("a request with a key needs $needed", async ({ request, expected }) => {
  expect(await call(PATCH, { ...request, key, uuid: newUuid() })).toEqual(expected);
});

test("a creation is validated before its parent is read", async () => {
  const query = { businessUuid: newUuid() };
  const request = { key, query, body: { hostname: "" } };
  expect(await call("POST /v1/websites", request)).toEqual(
    invalid({ hostname: { required: "Hostname must not be empty" } }),
  );
});
