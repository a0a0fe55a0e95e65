import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import {
  businessBody,
  type Estate,
  makeCustomFields,
  makeEstate,
  onboardingBody,
} from "../support/factories.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { runs } from "../support/runs.ts";
import { hostileBody, hostileString } from "./hostileValues.ts";

const NUMBER_OF_RUNS = runs(200);

const business = { ...businessBody, custom_fields: [{ note: "n" }] };
const hostname = { hostname: "https://example.com" };
const competitor = { ...hostname, name: "n", city: "c", country_code: "GB", phone_number: "+4412" };

/** The routes that take a body, each with an accepted one. */
const routes = [
  ["POST /v1/businesses", "business", business],
  ["PATCH /v1/businesses/{business_uuid}", "business", business],
  ["POST /v1/websites", "website", hostname],
  ["PATCH /v1/websites/{website_uuid}", "website", hostname],
  ["POST /v1/competitors", "competitor", hostname],
  ["PATCH /v1/competitors/{competitor_uuid}", "competitor", competitor],
] as const;

let estate: Estate;
let key: string;

beforeAll(async () => {
  estate = await makeEstate();
  key = estate.reseller.key;
  await makeCustomFields(estate.reseller, [{ name: "note" }]);
});

function queryOf({ user, business, website }: Estate) {
  return { userUuid: user, businessUuid: business, websiteUuid: website };
}

describe.each(routes)("%s", (route, kind, valid) => {
  const path = route.split("/")[2];

  test("answers any body, and returns accepted fields as sent", async () => {
    await fc.assert(
      fc.asyncProperty(hostileBody(valid), async (text) => {
        const request = { key, uuid: estate[kind], query: queryOf(estate), body: text };
        const { status, body } = await call(route, request);
        expect([200, 400, 422]).toContain(status);
        if (status !== 200) return;
        const fetchRoute = `GET /v1/${path}/{${kind}_uuid}`;
        const fetched = (await call(fetchRoute, { key, uuid: body.data.uuid })).body.data;
        expect(fetched).toMatchObject(body.data);
        expect(fetched).toMatchObject(visibleFields(JSON.parse(text), valid));
      }),
      { numRuns: NUMBER_OF_RUNS },
    );
  });
});

/** The fields of a body that the endpoint knows and shows unchanged. */
function visibleFields(sent: Record<string, unknown>, valid: object) {
  const { custom_fields, ...known } = valid as Record<string, unknown>;
  const fields = Object.fromEntries(Object.keys(known).map((field) => [field, sent[field]]));
  if (!custom_fields) return fields;
  const entries = sent["custom_fields"] as Record<string, string>[];
  const values = entries.map(({ note }) => expect.objectContaining({ value: note }));
  return { ...fields, custom_field_values: expect.arrayContaining(values) };
}

test("POST /v1/onboarding answers any body, and lists accepted fields as sent", async () => {
  const { email, business, ...person } = onboardingBody();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(hostileBody(person), hostileBody(business), async (texts, businessText) => {
      count += 1;
      const body = `${texts.slice(0, -1)}, "email": "${count}.${email}", "business": ${businessText}}`;
      const response = await call("POST /v1/onboarding", { key, body });
      expect([200, 400, 422]).toContain(response.status);
      if (response.status !== 200) return;
      const { first_name, last_name, language_preference } = JSON.parse(body);
      const { user } = response.body.data;
      expect(user).toMatchObject({ first_name, last_name, language_preference });
      const query = { userUuid: user.uuid };
      const [listed] = (await call("GET /v1/businesses", { key, query })).body.data;
      expect(listed.name).toBe(JSON.parse(businessText).business_name);
    }),
    { numRuns: NUMBER_OF_RUNS },
  );
});

test("POST /v1/webhooks answers any body, and lists accepted fields as sent", async () => {
  await fc.assert(
    fc.asyncProperty(hostileBody({ endpoint: "https://example.com" }), async (body) => {
      const response = await call("POST /v1/webhooks", { key, body });
      expect([200, 400, 422]).toContain(response.status);
      if (response.status !== 200) return;
      expect(response.body.data.endpoint).toBe(JSON.parse(body).endpoint);
      const list = (await call("GET /v1/webhooks", { key })).body.data;
      expect(list.at(-1)).toEqual(response.body.data);
    }),
    { numRuns: NUMBER_OF_RUNS },
  );
});

test("bytes that are neither UTF-8 nor JSON cause no 5xx", async () => {
  const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array));
  const within = bytes.map((middle) =>
    Buffer.concat([Buffer.from('{"hostname":"'), middle, Buffer.from('"}')]),
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes, within), async (body) => {
      const query = queryOf(estate);
      const { status } = await call("POST /v1/websites", { key, query, body });
      expect([200, 400, 422]).toContain(status);
    }),
    { numRuns: NUMBER_OF_RUNS },
  );
});

test("queries, headers and ids in paths cause no 5xx on any route", async () => {
  const parameter = fc.constantFrom("page", "per_page", "userUuid", "businessUuid", "websiteUuid");
  const header = fc.constantFrom("content-type", "x-forwarded-proto", "host", "accept", "cookie");
  const number = fc.constantFrom("0", "1", "-1", "99", "1e9", "9".repeat(400), "0".repeat(400));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routeKeys),
      hostileString,
      fc.dictionary(fc.oneof(parameter, hostileString), fc.oneof(number, hostileString)),
      fc.dictionary(fc.oneof(header, hostileString), hostileString),
      async (route, uuid, more, headers) => {
        const body = /^(POST|PATCH)/.test(route) ? {} : undefined;
        const query = { ...queryOf(estate), ...more };
        const { status } = await call(route, { uuid, query, headers, key, body });
        expect([200, 401, 404, 415, 422]).toContain(status);
      },
    ),
    { numRuns: runs(500) },
  );
});

test("no request has changed a prototype", () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)["length"]).toBeUndefined();
});
