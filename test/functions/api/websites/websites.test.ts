import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { call } from "../../../support/api.ts";
import { invalid, meta, notFound, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import {
  makeBusiness,
  makeReseller,
  makeUser,
  makeWebsite,
  type TestReseller,
} from "../../../support/factories.ts";

const FETCH = "GET /v1/websites/{website_uuid}";
const PATCH = "PATCH /v1/websites/{website_uuid}";
const DELETE = "DELETE /v1/websites/{website_uuid}";

let reseller: TestReseller;
let key: string;
let userUuid: string;
let businessUuid: string;

beforeAll(async () => {
  reseller = await makeReseller();
  key = reseller.key;
  userUuid = await makeUser(reseller);
});

beforeEach(async () => {
  businessUuid = await makeBusiness(reseller, userUuid);
});

function website(hostname: string, more: Record<string, unknown> = {}) {
  return {
    uuid: UUID,
    hostname,
    business_uuid: businessUuid,
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    is_hostname_up: true,
    ...more,
  };
}

describe("POST /v1/websites", () => {
  test("creates a website that is up until a check finds it down", async () => {
    const response = await call("POST /v1/websites", {
      key,
      query: { businessUuid },
      body: { hostname: "https://www.example.com/shop" },
    });
    const data = website("https://www.example.com/shop");
    expect(response).toEqual(ok({ message: "Website created", success: true, data }));
    expect(response.body.data.updated_at).toBe(response.body.data.created_at);
    const { uuid } = response.body.data;
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: response.body.data }));
  });

  test("needs a host name and a business, and reports both at once", async () => {
    expect(await call("POST /v1/websites", { key, body: {} })).toEqual(
      invalid({
        businessUuid: { required: "Business UUID is required" },
        hostname: { required: "Hostname is required" },
      }),
    );
  });

  test("ignores unknown fields and those that only the service sets", async () => {
    const { body } = await call("POST /v1/websites", {
      key,
      query: { businessUuid },
      body: {
        hostname: "example.com",
        uuid: businessUuid,
        business_uuid: userUuid,
        reseller_uuid: userUuid,
        created_at: "2001-01-01T00:00:00+00:00",
        is_hostname_up: false,
        colour: "red",
      },
    });
    expect(body.data).toEqual(website("example.com"));
    expect(body.data.uuid).not.toBe(businessUuid);
    expect(body.data.created_at).not.toMatch(/^2001/);
  });
});

describe("GET /v1/websites", () => {
  test("lists a business's websites, oldest first", async () => {
    const uuids = [
      await makeWebsite(reseller, businessUuid),
      await makeWebsite(reseller, businessUuid),
    ];
    expect(await call("GET /v1/websites", { key, query: { businessUuid } })).toEqual(
      ok({
        data: uuids.map((uuid) => website("example.com", { uuid })),
        meta: meta(2, `https://api.example.com/v1/websites?businessUuid=${businessUuid}&page=1`),
      }),
    );
  });
});

describe("PATCH /v1/websites/{website_uuid}", () => {
  test("changes the host name, also in the list", async () => {
    const uuid = await makeWebsite(reseller, businessUuid);
    const data = website("new.example.com", { uuid });
    expect(await call(PATCH, { key, uuid, body: { hostname: "new.example.com" } })).toEqual(
      ok({ message: "Website updated", success: true, data }),
    );
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data }));
    const list = await call("GET /v1/websites", { key, query: { businessUuid } });
    expect(list.body.data).toEqual([data]);
  });

  test("changes nothing when nothing is sent", async () => {
    const uuid = await makeWebsite(reseller, businessUuid);
    const before = await call(FETCH, { key, uuid });
    expect(await call(PATCH, { key, uuid, body: { is_hostname_up: false } })).toEqual(
      ok({ message: "Website updated", success: true, data: before.body.data }),
    );
    expect((await call(FETCH, { key, uuid })).body).toEqual(before.body);
  });

  test("marks another site as up, and leaves the same site as it is", async () => {
    const uuid = await makeWebsite(reseller, businessUuid);
    const down = { is_hostname_up: false };
    await changeListed(websites, { reseller_uuid: reseller.uuid, uuid }, () => ({ set: down }));
    const same = await call(PATCH, { key, uuid, body: { hostname: "example.com" } });
    expect(same.body.data).toEqual(website("example.com", down));
    const other = await call(PATCH, { key, uuid, body: { hostname: "example.org" } });
    expect(other.body.data).toEqual(website("example.org"));
  });

  test("refuses null and changes nothing", async () => {
    const uuid = await makeWebsite(reseller, businessUuid);
    expect(await call(PATCH, { key, uuid, body: { hostname: null } })).toEqual(
      invalid({ hostname: { type: "Hostname must be a string" } }),
    );
    expect((await call(FETCH, { key, uuid })).body.data).toEqual(website("example.com"));
  });
});

describe("DELETE /v1/websites/{website_uuid}", () => {
  test("deletes a website at once, and once", async () => {
    const uuid = await makeWebsite(reseller, businessUuid);
    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: "Website deleted" }),
    );
    expect(await call(FETCH, { key, uuid })).toEqual(notFound("websites"));
    expect(await call(PATCH, { key, uuid, body: {} })).toEqual(notFound("websites"));
    expect(await call(DELETE, { key, uuid })).toEqual(notFound("websites"));
    const list = await call("GET /v1/websites", { key, query: { businessUuid } });
    expect(list.body).toMatchObject({ data: [], meta: { total: 0, from: 0, to: 0, last_page: 1 } });
  });
});

test("an empty PATCH does not bring a website up", async () => {
  const uuid = await makeWebsite(reseller, businessUuid);
  const down = { is_hostname_up: false };
  await changeListed(websites, { reseller_uuid: reseller.uuid, uuid }, () => ({ set: down }));
  const { body } = await call("PATCH /v1/websites/{website_uuid}", { key, uuid, body: {} });
  expect(body.data).toMatchObject({ uuid, is_hostname_up: false });
});
