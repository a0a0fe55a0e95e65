import { beforeAll, describe, expect, test } from "vitest";
import type { RecordTable } from "../../shared/platform/errors.ts";
import { call } from "../support/api.ts";
import { meta, notFound, ok, TIMESTAMP, UUID } from "../support/expected.ts";
import {
  businessBody,
  makeBusiness,
  makeReseller,
  makeUser,
  type TestReseller,
} from "../support/factories.ts";

/** The fields of sections 2.2, 2.5 and 2.6 of the specification that a creation does not set. */
const ADDRESS = {
  ...{ address_line_1: "", address_line_2: "", address_line_3: "", city: "", county: "" },
  ...{ country_code: "", postcode: "", phone_number: "" },
};
const hostname = "https://www.rival.example/about";

/** What only the service sets, and what no field is called. */
const ignored = {
  uuid: "ignored",
  ...{ business_uuid: "ignored", reseller_uuid: "ignored", plan_uuid: "ignored" },
  ...{ created_at: "2001-01-01T00:00:00+00:00", is_hostname_up: false, website_sequence: 7 },
  colour: "red",
};

let reseller: TestReseller;
let userUuid: string;

beforeAll(async () => {
  reseller = await makeReseller();
  userUuid = await makeUser(reseller);
});

const records = [
  {
    ...{ noun: "Business", kind: "business", table: "businesses", parent: "userUuid" },
    body: businessBody,
    created: () => ({
      ...{ reseller_uuid: reseller.uuid, plan_uuid: reseller.planUuid, custom_field_values: [] },
    }),
    change: { name: "Other", products: ["a", "b"] },
  },
  {
    ...{ noun: "Website", kind: "website", table: "websites", parent: "businessUuid" },
    body: { hostname },
    created: (business_uuid: string) => ({ business_uuid, is_hostname_up: true }),
    change: { hostname: "new.example.com" },
  },
  {
    ...{ noun: "Competitor", kind: "competitor", table: "competitors", parent: "businessUuid" },
    body: { hostname },
    created: (business_uuid: string) => ({
      ...{ business_uuid, name: "rival.example", industry: "", ...ADDRESS },
    }),
    change: {
      ...{ name: "Rival", hostname: "https://rival.example/", industry: "Bakery" },
      ...{ address_line_1: "2 Mill Street", address_line_2: "Floor 3", address_line_3: "Room 4" },
      ...{ city: "Leeds", county: "West Yorkshire", country_code: "GB", postcode: "LS1 1AA" },
      phone_number: "+441132496000",
    },
  },
] as const;

describe.each(records)("a $kind", ({ noun, kind, table, parent, body, created, change }) => {
  const FETCH = `GET /v1/${table}/{${kind}_uuid}`;
  const PATCH = `PATCH /v1/${table}/{${kind}_uuid}`;
  const DELETE = `DELETE /v1/${table}/{${kind}_uuid}`;

  test("is created, listed, fetched, changed and deleted", async () => {
    const { key } = reseller;
    const owner = kind === "business" ? userUuid : await makeBusiness(reseller, userUuid);
    const query = { [parent]: owner };
    const inCapitals = { [parent]: owner.toUpperCase() };
    const list = async () => {
      const { body } = await call(`GET /v1/${table}`, { key, query: inCapitals });
      // The user's first business is that of the onboarding.
      return kind === "business" ? body.data.slice(1) : body.data;
    };
    const response = await call(`POST /v1/${table}`, { key, query, body: { ...ignored, ...body } });
    const time = { created_at: TIMESTAMP, updated_at: TIMESTAMP };
    const expected = { uuid: UUID, ...body, ...created(owner), ...time };
    expect(response).toEqual(ok({ message: `${noun} created`, success: true, data: expected }));
    const { data } = response.body;
    expect(data.updated_at).toBe(data.created_at);
    expect(data.created_at).not.toMatch(/^2001/);
    const { uuid } = data;
    expect(await call(FETCH, { key, uuid: uuid.toUpperCase() })).toEqual(ok({ data }));

    const second = await call(`POST /v1/${table}`, { key, query: inCapitals, body });
    expect(await list()).toEqual([data, second.body.data]);
    const url = `https://api.example.com/v1/${table}?${parent}=${owner}&page=1`;
    const total = kind === "business" ? 3 : 2;
    expect((await call(`GET /v1/${table}`, { key, query })).body.meta).toEqual(meta(total, url));

    const changed = { ...expected, ...change, uuid };
    // An update's answer has no custom field values (section 2.2 of the specification).
    const { custom_field_values: _, ...answered } = changed as Record<string, unknown>;
    for (const sent of [{ ...ignored, ...change }, {}]) {
      const answer = await call(PATCH, { key, uuid, body: sent });
      expect(answer).toEqual(ok({ message: `${noun} updated`, success: true, data: answered }));
    }
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: changed }));
    expect(await list()).toEqual([changed, second.body.data]);

    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: `${noun} deleted` }),
    );
    for (const route of [FETCH, PATCH, DELETE])
      expect(await call(route, { key, uuid, body: {} })).toEqual(notFound(table as RecordTable));
    expect(await list()).toEqual([second.body.data]);
  });
});
