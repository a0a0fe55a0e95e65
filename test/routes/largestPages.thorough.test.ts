import { describe, expect, test } from "vitest";
import { Delivery } from "../../shared/entities/delivery.ts";
import { answerBytes } from "../../shared/http/responses.ts";
import { businesses } from "../../shared/lists/businesses.ts";
import type { List } from "../../shared/lists/listedKind.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import {
  BUSINESS_BYTES,
  CUSTOM_FIELDS_BYTES,
  customFieldsBytes,
} from "../../shared/resources/business.ts";
import { call, callForBytes } from "../support/api.ts";
import { makeDelivery } from "../support/deliveries.ts";
import { invalid } from "../support/expected.ts";
import {
  businessBody,
  makeCustomFields,
  makeReseller,
  makeUser,
  makeWebhook,
} from "../support/factories.ts";
import { fillList } from "../support/fill.ts";

/** The largest response of a function, with its status and headers. */
const LAMBDA_BYTES = 6 * 1024 * 1024;
const PER_PAGE = "100";
/** The character that grows most: one byte is sent, and its escaped form takes four. */
const WORST = '"';
const LONGEST = WORST.repeat(255);
const FIELD = {
  uuid: newUuid(),
  name: "Size",
  type: "select" as const,
  is_required: true,
  created_at: "2026-11-22T00:00:00+00:00",
};

/** The bytes of a page of the list, with all records replaced by copies of its last one. */
async function bytesOfPage(route: string, list: List, request: { key: string; query: object }) {
  const query = { ...request.query, per_page: PER_PAGE };
  const { body } = await call(route, { ...request, query });
  const record = await lastEntry(list);
  await fillList(list, Number(PER_PAGE), () => record);
  const full = await call(route, { ...request, query });
  expect(full.body.data).toHaveLength(Number(PER_PAGE));
  expect(full.body.data[7]).toEqual(body.data.at(-1));
  return Buffer.byteLength(await callForBytes(route, { ...request, query }));
}

async function lastEntry(list: List): Promise<object> {
  const { ListEntry } = await import("../../shared/entities/list.ts");
  const { data } = await ListEntry.query.inOrder(list).go({ consistent: true, order: "desc" });
  return data[0]?.record ?? {};
}

/** The largest options allowed for a reseller's only custom field. */
function longestOptions(): string[] {
  const options = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(60, WORST));
  const bytes = customFieldsBytes([{ ...FIELD, options }], FIELD.uuid);
  return [...options.slice(0, -1), `${options[99]}${"o".repeat(CUSTOM_FIELDS_BYTES - bytes)}`];
}

/** A reseller with a custom field of one short option; `lengthen` replaces it by the longest ones. */
async function resellerWithField() {
  const reseller = await makeReseller();
  const { key } = reseller;
  const userUuid = await makeUser(reseller);
  const [field] = await makeCustomFields(reseller, [{ ...FIELD, options: ["s"] }]);
  const create = (products: string[]) =>
    call("POST /v1/businesses", {
      key,
      query: { userUuid },
      body: { ...businessBody, products, custom_fields: [{ Size: "s" }] },
    });
  const lengthen = () =>
    makeCustomFields(reseller, [{ ...FIELD, ...field, options: longestOptions() }]);
  const { custom_field_values, ...said } = (await create([])).body.data;
  const room = BUSINESS_BYTES - answerBytes(said) - answerBytes(["s"]);
  return { reseller, key, userUuid, create, lengthen, room };
}

/** Products that take this many bytes of an answer. */
function productsOf(bytes: number): string[] {
  const products: string[] = [];
  for (let rest = bytes; rest > 0; ) {
    // Plus the quotation marks around it, escaped, and the comma before it.
    const around = products.length === 0 ? 4 : 5;
    const length = Math.min(rest - around, 1000);
    products.push(WORST.repeat(Math.floor(length / 4)) + "p".repeat(length % 4));
    rest -= around + length;
  }
  return products;
}

describe("a page of the 100 largest records that are accepted is less than 6 MB", () => {
  test("of businesses, also after an operator lengthens a custom field; one byte more is refused", async () => {
    const { reseller, key, userUuid, create, lengthen, room } = await resellerWithField();
    expect((await create(productsOf(room))).status).toBe(200);
    expect(await create(productsOf(room + 1))).toEqual(
      invalid({
        products: {
          length: `The business must be <= ${BUSINESS_BYTES} bytes of JSON, with the values of its custom fields; quotation marks and backslashes count twice`,
        },
      }),
    );
    await lengthen();
    const list = businesses.list({ reseller_uuid: reseller.uuid, user_uuid: userUuid });
    const bytes = await bytesOfPage("GET /v1/businesses", list, { key, query: { userUuid } });
    expect(bytes).toBeGreaterThan(5_900_000);
    expect(bytes).toBeLessThan(LAMBDA_BYTES);
  });

  test("of businesses that were changed", async () => {
    const { key, create, room } = await resellerWithField();
    const { uuid } = (await create(["x"])).body.data;
    const change = (body: object) =>
      call("PATCH /v1/businesses/{business_uuid}", { key, uuid, body });
    const products = productsOf(room - 500);
    expect((await change({ products })).status).toBe(200);
    expect((await change({ products: productsOf(room + 10) })).body.errors).toEqual({
      products: { length: expect.any(String) },
    });
    expect((await change({ industry: LONGEST })).body.errors).toEqual({
      industry: { length: expect.any(String) },
    });
  });

  test("an accepted business can be changed after an operator lengthens a custom field", async () => {
    const { key, create, lengthen, room } = await resellerWithField();
    const { uuid } = (await create(productsOf(room))).body.data;
    const [field] = await lengthen();
    const change = (body: object) =>
      call("PATCH /v1/businesses/{business_uuid}", { key, uuid, body });
    expect((await change({})).status).toBe(200);
    expect((await change({ industry: "" })).status).toBe(200);
    const longest = field?.options?.at(-1) ?? "";
    expect((await change({ custom_fields: [{ Size: longest }] })).body.errors).toEqual({
      custom_fields: { length: expect.any(String) },
    });
  });

  test("of a webhook's log, whatever its endpoint answers", async () => {
    const reseller = await makeReseller();
    const webhook_uuid = await makeWebhook(reseller);
    // `shared/webhooks/attempt.ts` keeps 2,400 bytes of an answer.
    const attempt = {
      status: 500,
      error: null,
      duration_ms: 15_000.123,
      response: `${WORST.repeat(599)}`,
    };
    const at = "2026-11-22T00:00:00+00:00";
    const attempts = Array.from({ length: 20 }, () => ({ at, ...attempt }));
    const log = { reseller_uuid: reseller.uuid, webhook_uuid };
    const first = await makeDelivery(log, { attempts });
    const others = Array.from({ length: Number(PER_PAGE) - 1 }, (_, n) => n + 1);
    await Delivery.put(others.map(() => ({ ...first, uuid: newUuid() }))).go();
    const request = { key: reseller.key, uuid: webhook_uuid, query: { per_page: PER_PAGE } };
    const route = "GET /v1/webhooks/{webhook_uuid}/deliveries";
    // A query ends after a megabyte, and another page follows.
    expect((await call(route, request)).body.meta.next_page_url).toEqual(expect.any(String));
    expect(Buffer.byteLength(await callForBytes(route, request))).toBeLessThan(LAMBDA_BYTES);
  });
});
