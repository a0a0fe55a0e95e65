import type { Context } from "aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import { listPlans } from "../../../functions/api/plans/plans.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { apiFunction } from "../../../shared/http/apiFunction.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { planSchema } from "../../../shared/resources/schemas.ts";
import { call as callRoute, eventFor } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { plansFunction } from "../../support/plansFunction.ts";

test("an endpoint that answers something else than its schema says is a type error", () => {
  const { route, id, summary } = listPlans;
  const answer = async () => fetched([{ uuid: "1" }]);
  // @ts-expect-error: a uuid is no plan
  const wrong = endpoint({ route, id, summary, response: () => listOf(planSchema), answer });
  expect(() => apiFunction("plans", [{ wrong }])).toThrow("not those of its routes");
});

const never = () => new Promise<never>(() => {});

test.each([
  ["its key is not read", async () => fetched([]), 20_000, true],
  ["the table does not answer its endpoint", readForever, 20_000, false],
  // Middy's timer is a real one.
  ["its endpoint waits for something else", never, 1550, false],
])(
  "a request is a 503 before its function would be ended if %s",
  async (_, answering, remainingMs, isBefore) => {
    const { key } = await makeReseller();
    const handler = plansFunction(answering);
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
