import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { notFound, ok, problem } from "../../support/expected.ts";
import { type Estate, makeEstate } from "../../support/factories.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { thoroughly } from "../../support/runs.ts";

const CREATE = "POST /v1/websites";
const NOT_JSON = problem(400, "The body is not valid JSON");
const NO_OBJECT = problem(400, "The body must be a JSON object");
const TOO_LARGE = problem(413, "The body is over 256 KiB");
const NOT_DECLARED = problem(415, "The body must be sent as application/json");

let estate: Estate;
let key: string;

beforeAll(async () => {
  estate = await makeEstate();
  key = estate.reseller.key;
});

function create(body: unknown, headers: Record<string, string> = {}) {
  return call(CREATE, { key, query: { businessUuid: estate.business }, body, headers });
}

async function expectCreated(response: ReturnType<typeof create>, hostname: string) {
  const { status, body } = await response;
  expect([status, body.data?.hostname]).toEqual([200, hostname]);
}

describe("a body", () => {
  test.each([
    ["{", NOT_JSON],
    ["", NOT_JSON],
    ["hostname=example.com", NOT_JSON],
    ["{'hostname': 'example.com'}", NOT_JSON],
    ['{"hostname": "example.com"} {}', NOT_JSON],
    ['{"__proto__": ', NOT_JSON],
    ["[".repeat(100_000), NOT_JSON],
    ["[]", NO_OBJECT],
    ["null", NO_OBJECT],
    ['"example.com"', NO_OBJECT],
    ["7", NO_OBJECT],
    ["true", NO_OBJECT],
    ['[{"hostname": "example.com"}]', NO_OBJECT],
  ])("that is no JSON object is refused: %.40s", async (body, expected) => {
    expect(await create(body)).toEqual(expected);
  });

  // A text body has lost what was not UTF-8 before it comes to the function; another has its bytes.
  test.each([
    ["of bytes that are not UTF-8", Buffer.from('{"hostname": "m\xfcller.example"}', "latin1")],
    [
      "of a character cut in two",
      Buffer.from([...Buffer.from('{"hostname": "'), 0xf0, 0x9f, 0x98]),
    ],
    ["of text in which they were replaced", '{"hostname": "m\ufffdller.example"}'],
  ])("%s is refused", async (_, body) => {
    const message = expect.stringMatching(/^The body is not valid UTF-8/);
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 400, message } });
  });

  test("may have U+FFFD as an escape", async () => {
    await expectCreated(create('{"hostname": "example.com/\\ufffd"}'), "example.com/\ufffd");
  });

  test("that is missing is refused", async () => {
    const headers = { "content-type": "application/json" };
    expect(await create(undefined, headers)).toEqual(NOT_JSON);
    expect(await create(undefined)).toEqual(NOT_DECLARED);
  });

  test("may have 256 KiB and no more, counted in bytes", async () => {
    const padded = (padding: string) => JSON.stringify({ hostname: "example.com", padding });
    const room = 256 * 1024 - padded("").length;
    await expectCreated(create(padded("p".repeat(room))), "example.com");
    expect(await create(padded("p".repeat(room + 1)))).toEqual(TOO_LARGE);
    expect(await create(padded("é".repeat(room / 2 + 1)))).toEqual(TOO_LARGE);
    expect(await create(Buffer.from(padded("p".repeat(room + 1))))).toEqual(TOO_LARGE);
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "application/json ; charset=utf-8",
    "Application/JSON",
  ])("may be declared as %s", async (type) => {
    await expectCreated(
      create({ hostname: "example.com" }, { "content-type": type }),
      "example.com",
    );
  });

  test.each([
    "",
    "text/plain",
    "application/jsonp",
    "application/x-www-form-urlencoded",
    "json",
    "multipart/form-data; boundary=application/json",
  ])("may not be declared as %j", async (type) => {
    const response = await create({ hostname: "example.com" }, { "content-type": type });
    expect(response).toEqual(NOT_DECLARED);
  });

  test("may come in base64, as binary content does", async () => {
    const body = Buffer.from('{"hostname": "münchen.example"}');
    await expectCreated(create(body), "münchen.example");
    expect(await create(Buffer.from("{"))).toEqual(NOT_JSON);
    expect(await create(Buffer.from('{"hostname": "m\xfcnchen.example"}', "latin1"))).toEqual(
      problem(400, "The body is not valid UTF-8"),
    );
  });
});

test.each(thoroughly(routeKeys.filter((route) => !/^(POST|PATCH)/.test(route))))(
  "%s is served with a JSON content type and no body",
  async (route) => {
    const own = route.startsWith("DELETE") ? await makeEstate() : estate;
    const headers = { "content-type": "application/json" };
    const response = await call(route, { ...acceptedRequest(route, own), headers });
    expect(response.status).toBe(200);
  },
);

describe("fields that could reach a prototype", () => {
  test.each(["__proto__", "constructor", "prototype"])("%s is ignored", async (name) => {
    const polluting = `{"hostname": "example.com", "${name}": {"polluted": true, "prototype": {"polluted": true}}}`;
    await expectCreated(create(polluting), "example.com");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("set no field", async () => {
    const response = await create('{"__proto__": {"hostname": "example.com"}}');
    expect(response.body.errors).toEqual({ hostname: { required: "Hostname is required" } });
  });
});

test("a DELETE that carries a broken body is served", async () => {
  const uuid = estate.webhook;
  const request = { key, uuid, body: "{" };
  const DELETE = "DELETE /v1/webhooks/{webhook_uuid}";
  expect(await call(DELETE, request)).toEqual(ok({ success: true, message: "Webhook deleted" }));
  expect(await call(DELETE, request)).toEqual(notFound("webhooks"));
});
