import type { Context } from "aws-lambda";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { description } from "../../../functions/plans/description.ts";
import type { RateKind } from "../../../shared/entities/rateUse.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { FREE_MINUTES } from "../../../shared/limits/freeWeight.ts";
import { bookRequests } from "../../../shared/limits/rateBookings.ts";
import { call, eventFor } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";

const PLANS = "GET /v1/plans";
const LIMIT = 500;
const MEGABYTE = 1_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
});

/** A reseller that has used up, of its free weight of today, all but `left`. */
async function makeUser(kind: RateKind, left = 0) {
  const { key, uuid } = await makeReseller({ [`${kind}_per_minute`]: LIMIT });
  const free = FREE_MINUTES * LIMIT - left;
  const booking = { time: "00000", amount: 0, free, lapsed: [], now: Date.now() };
  await bookRequests({ reseller_uuid: uuid, kind }, booking);
  return key;
}

/** What an answer of so many bytes takes from the reads that are left, beyond 1. */
async function beyondOne(key: string, bytes: number): Promise<number> {
  const answer = async () => fetched("x".repeat(bytes) as never);
  const handler = endpointGroup<typeof description>("plans", { [PLANS]: endpoint({ answer }) });
  const left = async () => Number((await call(PLANS, { key })).headers["x-ratelimit-remaining"]);
  // The first request reads the key.
  await left();
  const before = await left();
  await handler(eventFor(PLANS, { key }) as ApiEvent, {} as Context);
  return before - (await left()) - 2;
}

test("an answer of a megabyte weighs as many reads as it costs", async () => {
  // 0.09 USD for a GB, and two requests for API Gateway: 32 times 3 millionths of a USD.
  expect(await beyondOne(await makeUser("reads"), MEGABYTE)).toBe(31);
});

test("a usual answer weighs 1", async () => {
  expect(await beyondOne(await makeUser("reads"), 1000)).toBe(0);
});

test("a write weighs what it sets off", async () => {
  const key = await makeUser("writes");
  const body = { hostname: "https://hooks.example.com/in" };
  const lefts = [];
  for (let count = 0; count < 2; count += 1) {
    const { headers } = await call("POST /v1/webhooks", { key, body });
    lefts.push(Number(headers["x-ratelimit-remaining"]));
  }
  const [first = 0, second = 0] = lefts;
  expect(first - second).toBeGreaterThan(1);
});
