import type { Context } from "aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import type { description } from "../../../functions/api/plans/description.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call as callRoute, eventFor } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

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

const never = () => new Promise<never>(() => {});

test.each([
  ["its key is not read", endpoint({ answer: async () => fetched([]) }), 20_000, true],
  ["the table does not answer its endpoint", endpoint({ answer: readForever }), 20_000, false],
  // Middy's timer is a real one.
  ["its endpoint waits for something else", endpoint({ answer: never }), 1550, false],
])(
  "a request is a 503 before its function would be ended if %s",
  async (_, answering, remainingMs, isBefore) => {
    const { key } = await makeReseller();
    const handler = endpointGroup<Plans>("plans", { "GET /v1/plans": answering });
    const call = (context: object) =>
      handler(eventFor("GET /v1/plans", { key }) as ApiEvent, context as Context);
    // The container knows the key from here on.
    if (!isBefore) await callRoute("GET /v1/plans", { key });
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    onTestFinished(() => void write.mockRestore());
    onTestFinished(interceptRequests(never));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const end = Date.now() + remainingMs;
    const answer = call({ getRemainingTimeInMillis: () => end - Date.now() });
    await vi.advanceTimersByTimeAsync(Math.max(0, remainingMs - 1400));
    expect(await answer).toMatchObject({
      statusCode: 503,
      headers: { "retry-after": "1", "x-request-id": expect.any(String) },
    });
    expect(write.mock.calls.join("")).toContain("The request takes too long");
  },
);

/** Two reads at once, as of most endpoints, that are intercepted. */
async function readForever() {
  const read = () => Plan.query.ofReseller({ reseller_uuid: newUuid() }).go();
  await Promise.all([read(), read()]);
  return fetched([]);
}
