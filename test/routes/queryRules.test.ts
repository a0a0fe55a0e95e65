import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { validate } from "../../shared/fields/validationErrors.ts";
import { type FieldErrors, ValidationFailed } from "../../shared/platform/errors.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { call } from "../support/api.ts";
import { endpoints, queryParameters } from "../support/endpoints.ts";
import { invalid, labelOf } from "../support/expected.ts";
import { type Estate, makeEstate } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";

type Query = Record<string, string | undefined>;

const routes = [...endpoints.keys()].filter((route) => queryParameters(route).length > 0);
const withParameter = (name: string) =>
  routes.filter((route) => queryParameters(route).includes(name));

/** The errors that a route's schema finds in a query; none if it accepts the query. */
function errorsOf(route: string, query: Query): FieldErrors {
  const schema = endpoints.get(route)?.query;
  if (!schema) throw new Error(`${route} takes no query`);
  try {
    validate(z.object({ query: schema }), { query });
    return {};
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors;
    throw error;
  }
}

/** The error of one parameter, in a query that names what the route requires. */
function errorOf(route: string, name: string, value: string | undefined) {
  const ids = queryParameters(route).filter((each) => each.endsWith("Uuid"));
  const query = Object.fromEntries(ids.map((each) => [each, newUuid()]));
  return errorsOf(route, { ...query, [name]: value })[name];
}

describe("each route answers with the errors of its schema", () => {
  let estate: Estate;
  beforeAll(async () => {
    estate = await makeEstate();
  });

  test.each(routes)("%s", async (route) => {
    const query = Object.fromEntries(queryParameters(route).map((name) => [name, ""]));
    const errors = errorsOf(route, query);
    expect(errors).not.toEqual({});
    expect(await call(route, { ...acceptedRequest(route, estate), query })).toEqual(
      invalid(errors),
    );
  });
});

test.each(withParameter("page"))("%s takes whole pages from 1", (route) => {
  for (const page of ["1", "9000000000000"]) expect(errorOf(route, "page", page)).toBeUndefined();
  for (const page of ["0", "-1"]) {
    expect(errorOf(route, "page", page)).toEqual({ min: "Page must be >= 1" });
  }
  for (const page of ["1.5", "1e3", "0x1", "two", "", " 1", "1,2", "١", "9007199254740993"]) {
    expect(errorOf(route, "page", page)).toEqual({ type: "Page must be a whole number" });
  }
});

test.each(withParameter("per_page"))("%s takes 1 to 100 records a page", (route) => {
  for (const size of ["1", "100"]) expect(errorOf(route, "per_page", size)).toBeUndefined();
  expect(errorOf(route, "per_page", "0")).toEqual({ min: "Page size must be >= 1" });
  expect(errorOf(route, "per_page", "101")).toEqual({ max: "Page size must be <= 100" });
  for (const size of ["all", "20,30"]) {
    expect(errorOf(route, "per_page", size)).toEqual({ type: "Page size must be a whole number" });
  }
});

describe.each(["userUuid", "businessUuid"])("%s", (name) => {
  test.each(withParameter(name))("of %s is one UUID", (route) => {
    const uuid = newUuid();
    for (const value of [uuid, uuid.toUpperCase()]) {
      expect(errorOf(route, name, value)).toBeUndefined();
    }
    for (const value of ["", "7", "no-uuid", " ", "__proto__", `${uuid},${uuid}`]) {
      expect(errorOf(route, name, value)).toEqual({
        format: `${labelOf(name)} must be one valid UUID`,
      });
    }
  });
});

test.each([
  ...["GET /v1/businesses", "POST /v1/businesses"].map((route) => [route, "userUuid"]),
  ...["GET", "POST"].flatMap((method) =>
    ["websites", "competitors"].map((path) => [`${method} /v1/${path}`, "businessUuid"]),
  ),
] as [string, string][])("%s needs %s", (route, name) => {
  expect(errorOf(route, name, undefined)).toEqual({ required: `${labelOf(name)} is required` });
});

const FINDINGS = "GET /v1/findings";
const UPTIME = "GET /v1/websites/{website_uuid}/uptime";
const DIGEST = "GET /v1/users/{user_uuid}/digest";
const DAY = "must be a day such as 2026-01-31";

test.each<[route: string, name: string, rule: string, text: string, values: string[]]>([
  [FINDINGS, "status", "options", "Status must be one of open, resolved, ignored", ["bad"]],
  [FINDINGS, "since", "format", expect.stringContaining("Since must be a time"), ["yesterday"]],
  [
    UPTIME,
    "from",
    "format",
    `From ${DAY}`,
    ["yesterday", "0000-01-01", "+002026-01-31", "2026-01-31 ", "2026-13-01", "2026-02-30"],
  ],
  [UPTIME, "to", "format", `To ${DAY}`, ["tomorrow"]],
  [DIGEST, "from", "format", `From ${DAY}`, ["2026-02-30"]],
  [DIGEST, "language", "options", "Language must be one of en, de, fr, es, it, nl", ["xx"]],
  [
    DIGEST,
    "timezone",
    "format",
    "Timezone must be a name of the IANA database such as Europe/Berlin",
    ["+01:00", "Mars/Olympus", `Europe/${"x".repeat(60)}`],
  ],
])("%s refuses the %s: %s, %s", (route, name, rule, text, values) => {
  for (const value of values) expect(errorOf(route, name, value)).toEqual({ [rule]: text });
});
