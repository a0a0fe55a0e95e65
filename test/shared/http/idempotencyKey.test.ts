import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { invalid, unauthorized } from "../../support/expected.ts";
import { type Estate, makeEstate } from "../../support/factories.ts";

const POST = "POST /v1/webhooks/{webhook_uuid}/test";

let estate: Estate;
/** A key that no other test has used. */
let unused: string;

beforeEach(() => {
  unused = randomUUID();
});

beforeAll(async () => {
  estate = await makeEstate();
});

function send(key: string, headers: Record<string, string> = {}) {
  const request = { key: estate.reseller.key, uuid: estate.webhook };
  return call(POST, { ...request, headers: { "idempotency-key": key, ...headers } });
}

describe("a key is accepted", () => {
  test.each([
    ["of one character", "1"],
    ["of 255", "x".repeat(255)],
    ["of 255 within quotation marks, each escaped", `"${'\\"'.repeat(255)}"`],
    ["with spaces and commas", "order 1, line 2 ~"],
    ["with a quotation mark within", 'a"b'],
  ])("%s", async (_, key) => {
    expect(await send(key)).toMatchObject({ status: 200 });
  });

  test.each([
    ["uuid", '"uuid"'],
    ['say "hi" \\ there', '"say \\"hi\\" \\\\ there"'],
  ])("as the same one bare and quoted: %s", async (bare, quoted) => {
    const first = await send(`${unused} ${bare}`);
    const second = await send(quoted.replace('"', `"${unused} `));
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    expect(second.headers).toHaveProperty("idempotent-replayed", "true");
    expect(second.body).toEqual(first.body);
  });

  test("as another one in other letter case", async () => {
    await send(`Case ${unused}`);
    expect((await send(`case ${unused}`)).headers).not.toHaveProperty("idempotent-replayed");
  });
});

test("a bare key with quotation marks at its end is another one than what is within them", async () => {
  await send(`order "${unused}"`);
  expect((await send(unused)).headers).not.toHaveProperty("idempotent-replayed");
});

describe("a key is refused", () => {
  const length = "Idempotency key must be 1 to 255 characters";
  const format =
    "Idempotency key must be printable ASCII characters, bare or within quotation marks";

  test.each([
    ["that is empty", "", { length }],
    ["that is empty within quotation marks", '""', { length }],
    ["of 256 characters", "x".repeat(256), { length }],
    ["of 256 within quotation marks", `"${"x".repeat(256)}"`, { length }],
    ["with a control character at its end", "a\u0007", { format }],
    ["with a control character in front", "\u0007a", { format }],
    ["with something after an empty one", '""a', { format }],
    ["beyond ASCII", "grüße", { format }],
    ["with a quotation mark that nothing ends", '"a', { format }],
    ["with a quotation mark that ends too early", '"a"b"', { format }],
    ["with another escape", '"a\\n"', { format }],
    ["twice", '"a","b"', { format }],
  ])("%s", async (_, key, errors) => {
    expect(await send(key)).toEqual(invalid({ idempotency_key: errors }));
  });

  test("together with every other fault of the request", async () => {
    const { key } = estate.reseller;
    const headers = { "idempotency-key": "" };
    const answer = await call("POST /v1/websites", { key, headers, body: {}, query: {} });
    expect(Object.keys(answer.body.errors).toSorted()).toEqual([
      "businessUuid",
      "hostname",
      "idempotency_key",
    ]);
  });

  test("after the api-key", async () => {
    expect(await send("", { "api-key": "no" })).toEqual(unauthorized());
  });
});

test("the same body is the same text, whether API Gateway encodes it or not", async () => {
  const text = JSON.stringify({ hostname: "https://hooks.example.com" });
  const request = { key: estate.reseller.key, headers: { "idempotency-key": "encoded" } };
  await call("POST /v1/webhooks", { ...request, body: text });
  const again = await call("POST /v1/webhooks", { ...request, body: Buffer.from(text) });
  expect(again.headers).toHaveProperty("idempotent-replayed", "true");
  const other = await call("POST /v1/webhooks", { ...request, body: `${text} ` });
  expect(other.body.errors).toHaveProperty("idempotency_key.mismatch");
});
