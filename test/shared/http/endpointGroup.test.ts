import { expect, test } from "vitest";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { fetched } from "../../../shared/http/responses.ts";

const anything = endpoint({ answer: async () => fetched({}) });

test("a group with a missing verb, or with one too many, is a type error", () => {
  // @ts-expect-error: the group lacks its route
  expect(endpointGroup("users", {}).endpoints.size).toBe(0);
  const routes = { "GET /v1/users": anything };
  // @ts-expect-error: the route belongs to another group
  expect(endpointGroup("users", { ...routes, "GET /v1/plans": anything }).endpoints.size).toBe(2);
  expect(endpointGroup("users", routes).endpoints.size).toBe(1);
});
