import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Competitor } from "../../../../shared/entities/competitor.ts";
import { call } from "../../../support/api.ts";
import { invalid, meta, notFound, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import {
  makeBusiness,
  makeCompetitor,
  makeReseller,
  makeUser,
  type TestReseller,
} from "../../../support/factories.ts";

const FETCH = "GET /v1/competitors/{competitor_uuid}";
const PATCH = "PATCH /v1/competitors/{competitor_uuid}";
const DELETE = "DELETE /v1/competitors/{competitor_uuid}";

const EMPTY = {
  industry: "",
  address_line_1: "",
  address_line_2: "",
  address_line_3: "",
  city: "",
  county: "",
  country_code: "",
  postcode: "",
  phone_number: "",
};

const KNOWN = {
  name: "Rival",
  hostname: "https://rival.example/",
  industry: "Bakery",
  address_line_1: "2 Mill Street",
  address_line_2: "Floor 3",
  address_line_3: "Room 4",
  city: "Leeds",
  county: "West Yorkshire",
  country_code: "GB",
  postcode: "LS1 1AA",
  phone_number: "+441132496000",
};

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

function competitor(fields: Record<string, unknown>) {
  return {
    uuid: UUID,
    business_uuid: businessUuid,
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    ...EMPTY,
    ...fields,
  };
}

async function create(hostname: string) {
  return call("POST /v1/competitors", { key, query: { businessUuid }, body: { hostname } });
}

describe("POST /v1/competitors", () => {
  test("creates a competitor with its host as the name and other fields empty", async () => {
    const response = await create("https://www.rival.example/about");
    const data = competitor({ name: "rival.example", hostname: "https://www.rival.example/about" });
    expect(response).toEqual(ok({ message: "Competitor created", success: true, data }));
    expect(response.body.data.updated_at).toBe(response.body.data.created_at);
    const { uuid } = response.body.data;
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: response.body.data }));
  });

  test.each([
    ["rival.example", "rival.example"],
    ["www.rival.example", "rival.example"],
    ["WWW.Rival.Example:8080/shop", "rival.example"],
    ["www2.rival.example", "www2.rival.example"],
    ["http://203.0.113.7/", "203.0.113.7"],
  ])("names %s %s", async (hostname, name) => {
    expect((await create(hostname)).body.data).toEqual(competitor({ hostname, name }));
  });

  test("takes nothing but the host name", async () => {
    const query = { businessUuid };
    const { body } = await call("POST /v1/competitors", { key, query, body: KNOWN });
    expect(body.data).toEqual(competitor({ name: "rival.example", hostname: KNOWN.hostname }));
  });
});

describe("GET /v1/competitors", () => {
  test("lists a business's competitors, oldest first", async () => {
    const uuids = [
      (await create("a.example")).body.data.uuid,
      (await create("b.example")).body.data.uuid,
    ];
    expect(await call("GET /v1/competitors", { key, query: { businessUuid } })).toEqual(
      ok({
        data: [
          competitor({ uuid: uuids[0], name: "a.example", hostname: "a.example" }),
          competitor({ uuid: uuids[1], name: "b.example", hostname: "b.example" }),
        ],
        meta: meta(2, `https://api.example.com/v1/competitors?businessUuid=${businessUuid}&page=1`),
      }),
    );
  });
});

describe("PATCH /v1/competitors/{competitor_uuid}", () => {
  test("changes every field of the body, also in the list", async () => {
    const uuid = await makeCompetitor(reseller, businessUuid);
    const data = competitor({ uuid, ...KNOWN });
    expect(await call(PATCH, { key, uuid, body: KNOWN })).toEqual(
      ok({ message: "Competitor updated", success: true, data }),
    );
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data }));
    const list = await call("GET /v1/competitors", { key, query: { businessUuid } });
    expect(list.body.data).toEqual([data]);
  });

  test("keeps fields that are not sent, and remembers all that were ever sent", async () => {
    const uuid = await makeCompetitor(reseller, businessUuid);
    await call(PATCH, { key, uuid, body: { city: "York" } });
    const { body } = await call(PATCH, { key, uuid, body: { name: "Rival" } });
    expect(body.data).toEqual(
      competitor({ uuid, name: "Rival", hostname: "rival.example", city: "York" }),
    );
    const stored = await Competitor.get({ reseller_uuid: reseller.uuid, uuid }).go();
    expect(stored.data?.client_fields).toEqual(["city", "name"]);
  });

  test("takes a competitor back as it was read", async () => {
    const uuid = await makeCompetitor(reseller, businessUuid);
    const { data } = (await call(FETCH, { key, uuid })).body;
    const response = await call(PATCH, { key, uuid, body: data });
    expect(response.body.data).toEqual({ ...data, updated_at: TIMESTAMP });
  });

  test("reports each wrong field, and changes none", async () => {
    const uuid = await makeCompetitor(reseller, businessUuid);
    const body = {
      ...KNOWN,
      name: "",
      city: null,
      country_code: "gb",
      phone_number: "0113 2496000",
    };
    expect(await call(PATCH, { key, uuid, body })).toEqual(
      invalid({
        name: { required: "Name must not be empty" },
        city: { type: "City must be a string" },
        country_code: { format: "Country code must be a two-letter ISO 3166-1 country code" },
        phone_number: {
          format: "Phone number must be in international format, as in +442071838750",
        },
      }),
    );
    const { data } = (await call(FETCH, { key, uuid })).body;
    expect(data).toEqual(competitor({ name: "rival.example", hostname: "rival.example" }));
  });
});

describe("DELETE /v1/competitors/{competitor_uuid}", () => {
  test("deletes a competitor at once, and once", async () => {
    const uuid = await makeCompetitor(reseller, businessUuid);
    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: "Competitor deleted" }),
    );
    expect(await call(FETCH, { key, uuid })).toEqual(notFound("competitors"));
    expect(await call(PATCH, { key, uuid, body: {} })).toEqual(notFound("competitors"));
    expect(await call(DELETE, { key, uuid })).toEqual(notFound("competitors"));
    const list = await call("GET /v1/competitors", { key, query: { businessUuid } });
    expect(list.body).toMatchObject({ data: [], meta: { total: 0 } });
  });
});
