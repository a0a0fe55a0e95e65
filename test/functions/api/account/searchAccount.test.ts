import { beforeEach, expect, test } from "vitest";
import { handler as changes } from "../../../../functions/workers/changes/index.ts";
import type { FieldErrors } from "../../../../shared/platform/errors.ts";
import { call } from "../../../support/api.ts";
import { invalid } from "../../../support/expected.ts";
import {
  businessBody,
  makeCustomer,
  makeReseller,
  onboardingBody,
  type TestReseller,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { recordStream } from "../../../support/recordStream.ts";
import { itemsNaming } from "../../../support/snapshot.ts";

const DONE = { batchItemFailures: [] };
const ROUTE = "GET /v1/account/search";

let reseller: TestReseller;
let key: string;
let user: string;
let stream: Awaited<ReturnType<typeof followReseller>>;

beforeEach(async () => {
  ({ reseller, user } = await makeCustomer());
  key = reseller.key;
  stream = await followReseller(reseller.uuid, { fromStart: true });
});

interface Found {
  kind: string;
  text: string;
  uuid: string;
}

/** What a search finds, once all changes are followed. */
async function search(q: string, query: Record<string, string> = {}): Promise<Found[]> {
  await stream.dispatch();
  const { status, body } = await call(ROUTE, { key, query: { q, ...query } });
  expect(status).toBe(200);
  return body.data;
}

const texts = async (q: string) => (await search(q)).map(({ kind, text }) => `${kind} ${text}`);

async function addBusiness(name: string): Promise<string> {
  const request = { key, query: { userUuid: user }, body: { ...businessBody, name } };
  return (await call("POST /v1/businesses", request)).body.data.uuid;
}

async function addWebsite(businessUuid: string, hostname: string): Promise<string> {
  const request = { key, query: { businessUuid }, body: { hostname } };
  return (await call("POST /v1/websites", request)).body.data.uuid;
}

test("finds records by the beginning of a word of their name, address or host name", async () => {
  const business = await addBusiness("Café Zürich & Söhne");
  const website = await addWebsite(business, "https://www.zurich-cafe.example.org/menu");
  const body = {
    ...onboardingBody(),
    first_name: "Zoë",
    last_name: "Zuse",
    email: "konrad@zuse.example",
  };
  const { uuid } = (await call("POST /v1/onboarding", { key, body })).body.data.user;
  expect(await search("zür")).toEqual([
    {
      kind: "business",
      uuid: business,
      text: "Café Zürich & Söhne",
      user_uuid: user,
      business_uuid: business,
    },
  ]);
  expect(await search("ZUR")).toEqual([
    {
      ...{ kind: "website", uuid: website, text: "https://www.zurich-cafe.example.org/menu" },
      ...{ user_uuid: user, business_uuid: business },
    },
  ]);
  // Each once, by its first word in the order of the alphabet.
  expect(await search("zu")).toMatchObject([{ uuid: website }, { uuid, text: "Zoë Zuse" }]);
  expect(await search("zoë z")).toEqual([
    { kind: "user", uuid, text: "Zoë Zuse", user_uuid: uuid, business_uuid: null },
  ]);
  expect(await texts("konr")).toEqual(["user konrad@zuse.example"]);
  expect(await texts("cafe.example")).toEqual(["website https://www.zurich-cafe.example.org/menu"]);
  expect(await texts("www.zurich")).toEqual(["website https://www.zurich-cafe.example.org/menu"]);
  expect(await texts("söhne")).toEqual(["business Café Zürich & Söhne"]);
  expect(await texts("ürich")).toEqual([]);
  expect(await texts("org")).toEqual([]);
});

test("follows changes, deletions and restorations, and finds nothing of others", async () => {
  const business = await addBusiness("Before");
  expect(await texts("before")).toEqual(["business Before"]);
  await call("PATCH /v1/businesses/{business_uuid}", {
    key,
    uuid: business,
    body: { name: "After All" },
  });
  // The index still has the former name.
  const early = await call(ROUTE, { key, query: { q: "before" } });
  expect(early.body.data).toEqual([]);
  expect(await texts("before")).toEqual([]);
  expect(await texts("all")).toEqual(["business After All"]);
  const other = await makeReseller();
  expect((await call(ROUTE, { key: other.key, query: { q: "all" } })).body.data).toEqual([]);
  await call("DELETE /v1/businesses/{business_uuid}", { key, uuid: business });
  expect(await texts("all")).toEqual([]);
  await call("POST /v1/account/deleted/{deletion_uuid}/restore", { key, uuid: business });
  expect(await texts("all")).toEqual(["business After All"]);
});

test("an erased person is in no entry, even if a former change is followed meanwhile", async () => {
  const rename = (last_name: string) =>
    recordStream(() =>
      call("PATCH /v1/users/{user_uuid}", { key, uuid: user, body: { last_name } }),
    );
  await stream.dispatch();
  const late = await rename("Byron");
  expect(await changes({ Records: await rename("King") })).toEqual(DONE);
  const erase = () =>
    call("DELETE /v1/users/{user_uuid}", { key, uuid: user, query: { erase: "true" } });
  let isErased = false;
  const end = interceptRequests(async (command, input) => {
    if (isErased || command !== "BatchWrite" || !JSON.stringify(input).includes("king")) return;
    isErased = true;
    expect(await changes({ Records: await recordStream(erase) })).toEqual(DONE);
  });
  expect(await changes({ Records: late })).toEqual(DONE);
  end();
  expect(isErased).toBe(true);
  const entries = await itemsNaming(`reseller#${reseller.uuid}#search`);
  expect(entries.filter(({ sk }) => sk?.S?.startsWith("user"))).toEqual([]);
});

test("goes on with a cursor, each record once", async () => {
  const names = ["Page a", "Page b", "Page page", "Pager", "A page", "B#page"];
  for (const name of names) await addBusiness(name);
  const pages: string[][] = [];
  let query: Record<string, string> = { q: "PAGE", per_page: "2" };
  await stream.dispatch();
  for (let isLast = false; !isLast; ) {
    const { data, meta } = (await call(ROUTE, { key, query })).body;
    pages.push(data.map(({ text }: Found) => text));
    isLast = meta.next_page_url === null;
    if (!isLast) query = Object.fromEntries(new URL(meta.next_page_url).searchParams);
  }
  expect(pages.flat().toSorted()).toEqual(names.toSorted());
  expect(Math.max(...pages.map(({ length }) => length))).toBe(2);
});

test.each<[query: Record<string, string>, errors: FieldErrors]>([
  [{}, { q: { required: "Search text is required" } }],
  [{ q: "" }, { q: { required: "Search text must not be empty" } }],
  [{ q: " \u3000" }, { q: { required: "Search text must not be empty" } }],
  [{ q: "x".repeat(256) }, { q: { length: "Search text must be <= 255 characters" } }],
])("refuses %j", async (query, errors) => {
  expect(await call(ROUTE, { key, query })).toEqual(invalid(errors));
});
