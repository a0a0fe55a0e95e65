import type { Context } from "aws-lambda";
import { beforeAll, describe, expect, test } from "vitest";
import { handler } from "../../../functions/api/users/index.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import type { List } from "../../../shared/lists/listedKind.ts";
import { users } from "../../../shared/lists/users.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call, eventFor } from "../../support/api.ts";
import { ok } from "../../support/expected.ts";
import {
  businessBody,
  makeReseller,
  onboardingBody,
  type TestReseller,
} from "../../support/factories.ts";
import { fillList } from "../../support/fill.ts";
import { thoroughly } from "../../support/runs.ts";

const TOTAL = 45;
const parent = newUuid();
const uuidOf = (sequence: number) =>
  `00000000-0000-4000-8000-${String(sequence).padStart(12, "0")}`;

/** What is shown of a record of any of the lists. */
const record = (sequence: number) => ({
  ...onboardingBody(),
  ...onboardingBody().business,
  ...businessBody,
  uuid: uuidOf(sequence),
  reseller_uuid: reseller.uuid,
  business_uuid: parent,
  plan_uuid: reseller.planUuid,
  custom_field_values: [],
  is_hostname_up: true,
  created_at: timestamp(),
  updated_at: timestamp(),
});

interface TestList {
  route: string;
  query: Record<string, string>;
  listOf(reseller_uuid: string): List;
}

const lists: TestList[] = [
  { route: "GET /v1/users", query: {}, listOf: (reseller_uuid) => users.list({ reseller_uuid }) },
  {
    route: "GET /v1/businesses",
    query: { userUuid: parent },
    listOf: (reseller) => businesses.list({ reseller_uuid: reseller, user_uuid: parent }),
  },
  {
    route: "GET /v1/websites",
    query: { businessUuid: parent },
    listOf: (reseller) => websites.list({ reseller_uuid: reseller, business_uuid: parent }),
  },
  {
    route: "GET /v1/competitors",
    query: { businessUuid: parent },
    listOf: (reseller) => competitors.list({ reseller_uuid: reseller, business_uuid: parent }),
  },
];

const of20 = { per_page: 20, last_page: 3 };
const answered = [
  [{}, { ...of20, current_page: 1, from: 1, to: 20, next: 2 }],
  [{ page: "1" }, { ...of20, current_page: 1, from: 1, to: 20, next: 2 }],
  [{ page: "2" }, { ...of20, current_page: 2, from: 21, to: 40, next: 3, prev: 1 }],
  [{ page: "3" }, { ...of20, current_page: 3, from: 41, to: 45, prev: 2 }],
  [{ page: "4" }, { ...of20, current_page: 4, from: 0, to: 0, prev: 3 }],
  [{ page: "9000000000000" }, { ...of20, current_page: 9e12, from: 0, to: 0, prev: 3 }],
  [
    { page: "2", per_page: "1" },
    { per_page: 1, last_page: 45, current_page: 2, from: 2, to: 2, next: 3, prev: 1 },
  ],
  [{ per_page: "45" }, { per_page: 45, last_page: 1, current_page: 1, from: 1, to: 45 }],
  [{ per_page: "100" }, { per_page: 100, last_page: 1, current_page: 1, from: 1, to: 45 }],
  [
    { page: "2", per_page: "44", sort: "ä & b", q: "" },
    { per_page: 44, last_page: 2, current_page: 2, from: 45, to: 45, prev: 1 },
  ],
] as const;

/** All lists go through the same query: the first is tried with every page. */
const samples = <Case>(route: string, cases: readonly Case[]) =>
  route === lists[0]?.route ? cases : thoroughly(cases, cases.slice(2, 3));

let reseller: TestReseller;
let key: string;

beforeAll(async () => {
  reseller = await makeReseller();
  key = reseller.key;
});

describe.each(lists)("$route", ({ route, query, listOf }) => {
  const [, path] = route.split(" ");

  beforeAll(async () => {
    await fillList(listOf(reseller.uuid), TOTAL, record);
  });

  /** Asserts what stands on a page and the meta of it. */
  async function expectPage(
    sent: Record<string, string>,
    meta: Record<string, unknown> & { from: number; to: number },
  ) {
    const response = await call(route, { key, query: { ...query, ...sent } });
    const uuids = response.body.data.map(({ uuid }: { uuid: string }) => uuid);
    const places = meta.to === 0 ? 0 : meta.to - meta.from + 1;
    expect(uuids).toEqual(Array.from({ length: places }, (_, n) => uuidOf(meta.from - 1 + n)));
    const parameters = (page: number) =>
      new URLSearchParams({ ...query, ...sent, page: String(page) });
    const url = (page: unknown) =>
      typeof page === "number" ? `https://api.example.com${path}?${parameters(page)}` : null;
    const { next, prev, last_page } = meta;
    const { next: _, prev: __, ...numbers } = meta;
    expect(response).toEqual(
      ok({
        data: response.body.data,
        meta: {
          ...numbers,
          total: TOTAL,
          next_page_url: url(next),
          prev_page_url: url(prev),
          first_page_url: url(1),
          last_page_url: url(last_page),
        },
      }),
    );
  }

  test.each(samples(route, answered))("answers %j", expectPage);

  test("can be read by following the URLs, forwards and back", async () => {
    const read = async (url: string) => {
      const { pathname, searchParams } = new URL(url);
      const followed = Object.fromEntries(searchParams);
      return (await call(`GET ${pathname}`, { key, query: followed })).body;
    };
    let page = (await call(route, { key, query: { ...query, per_page: "7" } })).body;
    const records = [page.data];
    while (page.meta.next_page_url) {
      page = await read(page.meta.next_page_url);
      records.push(page.data);
    }
    expect(records.flat().map(({ uuid }) => uuid)).toEqual(
      Array.from({ length: TOTAL }, (_, sequence) => uuidOf(sequence)),
    );
    expect(await read(page.meta.last_page_url)).toEqual(page);
    while (page.meta.prev_page_url) page = await read(page.meta.prev_page_url);
    expect(page.data).toEqual(records[0]);
    expect(await read(page.meta.first_page_url)).toMatchObject({ data: records[0] });
  });
});

test("an empty list has one page", async () => {
  const { key } = await makeReseller();
  const { body } = await call("GET /v1/users", { key, query: { page: "2" } });
  const url = "https://api.example.com/v1/users?page=1";
  expect(body).toEqual({
    data: [],
    meta: {
      per_page: 20,
      from: 0,
      to: 0,
      current_page: 2,
      last_page: 1,
      total: 0,
      next_page_url: null,
      prev_page_url: url,
      first_page_url: url,
      last_page_url: url,
    },
  });
});

test("URLs have the scheme and host that the client used", async () => {
  const headers = { "x-forwarded-proto": "http" };
  const { body } = await call("GET /v1/users", { key, headers });
  expect(body.meta.first_page_url).toBe("http://api.example.com/v1/users?page=1");
});

test("URLs keep a parameter that is sent twice, as it was sent", async () => {
  const event = eventFor("GET /v1/users", { key, query: { tag: "a,b", page: "1" } });
  event.rawQueryString = "tag=a&page=1&tag=b";
  const { body } = await handler(event as ApiEvent, {} as Context);
  expect(JSON.parse(body ?? "").meta.last_page_url).toBe(
    "https://api.example.com/v1/users?tag=a&page=3&tag=b",
  );
});
