import { expect, test } from "vitest";
import type { description } from "../../../functions/plans/description.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { fetched } from "../../../shared/http/responses.ts";

type Plans = typeof description;
const nothing = endpoint({ answer: async () => fetched([]) });
const user = endpoint({ answer: async () => fetched([{ uuid: "1" }]) });

test("a group with a missing verb, or with one too many, is a type error", () => {
  // @ts-expect-error: the group lacks its route
  expect(endpointGroup<Plans>("plans", {}).endpoints.size).toBe(0);
  const routes = { "GET /v1/plans": nothing };
  const surplus = { "GET /v1/users": nothing };
  // @ts-expect-error: the route belongs to another group
  expect(endpointGroup<Plans>("plans", { ...routes, "GET /v1/users": nothing })).toBeDefined();
  expect(endpointGroup<Plans>("plans", routes).endpoints.size).toBe(1);
  // @ts-expect-error: it is not said what the group answers
  expect(endpointGroup("plans", { ...routes, ...surplus }).endpoints.size).toBe(2);
});

test("an endpoint that answers something else than its description says is a type error", () => {
  // @ts-expect-error: a user is no plan
  expect(endpointGroup<Plans>("plans", { "GET /v1/plans": user }).endpoints.size).toBe(1);
});
