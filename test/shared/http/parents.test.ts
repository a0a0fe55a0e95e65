import { beforeAll, describe, expect, test } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call } from "../../support/api.ts";
import { invalid, labelOf } from "../../support/expected.ts";
import { businessBody, type Estate, makeEstate } from "../../support/factories.ts";

const requests = [
  { route: "GET /v1/businesses", parameter: "userUuid", body: undefined },
  { route: "POST /v1/businesses", parameter: "userUuid", body: businessBody },
  ...["websites", "competitors"].flatMap((path) => [
    { route: `GET /v1/${path}`, parameter: "businessUuid", body: undefined },
    {
      route: `POST /v1/${path}`,
      parameter: "businessUuid",
      body: { hostname: "example.com" },
    },
  ]),
] as const;

let estate: Estate;
let key: string;

beforeAll(async () => {
  estate = await makeEstate();
  key = estate.reseller.key;
});

describe.each(requests)("$route", ({ route, parameter, body }) => {
  const own = () => (parameter === "userUuid" ? estate.user : estate.business);

  test("takes a UUID in capitals for what it is", async () => {
    const query = { [parameter]: own().toUpperCase() };
    const response = await call(route, { key, body, query });
    expect(response.status).toBe(200);
    expect(body ? 1 : response.body.data.length).toBeGreaterThan(0);
  });

  test("has nothing to list, and nowhere to create, when there is no such record", async () => {
    const response = await call(route, { key, body, query: { [parameter]: newUuid() } });
    if (body) {
      const exists = `${labelOf(parameter)} must name an existing record`;
      expect(response).toEqual(invalid({ [parameter]: { exists } }));
    } else {
      expect(response).toMatchObject({ status: 200, body: { data: [], meta: { total: 0 } } });
    }
  });
});

test.each([
  ["businesses", "business"],
  ["websites", "website"],
  ["competitors", "competitor"],
] as const)("an id in a path of %s may be in capitals", async (path, kind) => {
  const uuid = estate[kind].toUpperCase();
  const { body } = await call(`GET /v1/${path}/{${kind}_uuid}`, { key, uuid });
  expect(body.data.uuid).toBe(estate[kind]);
});

test("nothing can be created below a business that was deleted", async () => {
  const { reseller, business } = await makeEstate();
  const request = { key: reseller.key, uuid: business };
  await call("DELETE /v1/businesses/{business_uuid}", request);
  for (const path of ["websites", "competitors"]) {
    const response = await call(`POST /v1/${path}`, {
      key: reseller.key,
      query: { businessUuid: business },
      body: { hostname: "example.com" },
    });
    expect(response).toEqual(invalid({ businessUuid: { exists: expect.any(String) } }));
  }
});
