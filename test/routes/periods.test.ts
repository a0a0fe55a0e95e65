import { beforeAll, expect, test } from "vitest";
import type * as z from "zod/mini";
import { call } from "../support/api.ts";
import { endpoints } from "../support/endpoints.ts";
import { type Estate, makeEstate } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";

const BOUNDS = ["since", "until", "from", "to"];
const days = ["2000-01-01", "2026-11-20", "2099-12-31"];

let estate: Estate;

beforeAll(async () => {
  estate = await makeEstate();
});

/** Every parameter that begins or ends a period, with its route. */
const bounds = [...endpoints].flatMap(([route, { query }]) => {
  const { shape = {} } = (query as z.ZodMiniObject | undefined)?.def ?? {};
  return BOUNDS.filter((name) => name in shape).map((name) => [route, name] as const);
});

// DynamoDB refuses a BETWEEN whose end is before its beginning.
test.each(bounds)("%s answers, however far away %s alone is", async (route, name) => {
  const { query, ...request } = acceptedRequest(route, estate);
  const others = Object.entries(query ?? {}).filter(([other]) => !BOUNDS.includes(other));
  for (const day of days) {
    for (const value of [day, day.slice(0, 7), `${day}T00:00:00Z`]) {
      const sent = { ...Object.fromEntries(others), [name]: value };
      const { status } = await call(route, { ...request, query: sent });
      expect({ value, status }).toEqual({ value, status: expect.toBeOneOf([200, 422]) });
    }
  }
});

test("a log that is read from tomorrow on is empty", async () => {
  const { key } = estate.reseller;
  const query = { since: "2099-01-01T00:00:00Z" };
  expect((await call("GET /v1/account/audit-log", { key, query })).body).toEqual({
    data: [],
    meta: { per_page: 20, next_page_url: null },
  });
});
