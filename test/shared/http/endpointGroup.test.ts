import type { Context } from "aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import type { description } from "../../../functions/plans/description.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { eventFor } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";

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

test("a request is given up a second before its function would be ended, and the log says why", async () => {
  const never = endpoint({ answer: () => new Promise<never>(() => {}) });
  const handler = endpointGroup<Plans>("plans", { "GET /v1/plans": never });
  const event = eventFor("GET /v1/plans", await makeReseller()) as ApiEvent;
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => void write.mockRestore());
  const context = { getRemainingTimeInMillis: () => 1001 } as Context;
  expect(await handler(event, context)).toMatchObject({ statusCode: 503 });
  expect(write.mock.calls.join("")).toContain("The request takes too long");
});
