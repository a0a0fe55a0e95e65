import { beforeAll, beforeEach, expect, test } from "vitest";
import { Competitor } from "../../../../shared/entities/competitor.ts";
import { call } from "../../../support/api.ts";
import { TIMESTAMP } from "../../../support/expected.ts";
import {
  makeBusiness,
  makeCompetitor,
  makeReseller,
  makeUser,
  type TestReseller,
} from "../../../support/factories.ts";

const FETCH = "GET /v1/competitors/{competitor_uuid}";
const PATCH = "PATCH /v1/competitors/{competitor_uuid}";

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

test.each([
  ["rival.example", "rival.example"],
  ["www.rival.example", "rival.example"],
  ["WWW.Rival.Example:8080/shop", "rival.example"],
  ["www2.rival.example", "www2.rival.example"],
  ["http://203.0.113.7/", "203.0.113.7"],
])("names %s %s", async (hostname, name) => {
  const request = { key, query: { businessUuid }, body: { hostname } };
  expect((await call("POST /v1/competitors", request)).body.data).toMatchObject({ hostname, name });
});

test("forgets what the service has read on the site once it has another host name", async () => {
  const uuid = await makeCompetitor(reseller, businessUuid);
  const read = { name: "Read Ltd", industry: "Bakery", city: "Leeds" };
  await Competitor.patch({ reseller_uuid: reseller.uuid, uuid }).set(read).go();
  await call(PATCH, { key, uuid, body: { city: "York" } });
  const { body } = await call(PATCH, { key, uuid, body: { hostname: "moved.example" } });
  expect(body.data).toMatchObject({ name: "moved.example", industry: "", city: "York" });
});

test("keeps fields that are not sent, and remembers all that were ever sent", async () => {
  const uuid = await makeCompetitor(reseller, businessUuid);
  await call(PATCH, { key, uuid, body: { city: "York" } });
  const { body } = await call(PATCH, { key, uuid, body: { name: "Rival" } });
  expect(body.data).toMatchObject({ name: "Rival", hostname: "rival.example", city: "York" });
  const stored = await Competitor.get({ reseller_uuid: reseller.uuid, uuid }).go();
  expect(stored.data?.client_fields).toEqual(["city", "name"]);
});

test("takes a competitor back as it was read", async () => {
  const uuid = await makeCompetitor(reseller, businessUuid);
  const { data } = (await call(FETCH, { key, uuid })).body;
  const response = await call(PATCH, { key, uuid, body: data });
  expect(response.body.data).toEqual({ ...data, updated_at: TIMESTAMP });
});
