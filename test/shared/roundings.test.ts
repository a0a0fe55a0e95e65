import { describe, expect, test } from "vitest";
import { retryDelay } from "../../functions/events/decideRetry.ts";
import { makeAttempt } from "../../functions/events/deliveries/attempt.ts";
import { epochAfter } from "../../functions/events/deliveries/deliveryPlaces.ts";
import { ListStripe } from "../../shared/entities/listStripe.ts";
import { RateUse } from "../../shared/entities/rateUse.ts";
import { AddressLimit } from "../../shared/http/authenticate.ts";
import { bookRequests } from "../../shared/limits/rateBookings.ts";
import { RateWindow } from "../../shared/limits/rateWindow.ts";
import { close, stripeKey } from "../../shared/lists/stripes.ts";
import { secondsLate } from "../../shared/metrics.ts";
import { keepAlive } from "../../shared/outbound/index.ts";
import { transact } from "../../shared/table/transact.ts";
import { historyEnds } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { standingClock } from "../support/webhooks.ts";

const DAY = 24 * 3600;

describe("a time to live is in whole seconds", () => {
  test("of a history", () => {
    expect(historyEnds(10.9)).toBe(10 + 400 * DAY);
  });

  test("of a delivery", () => {
    expect(epochAfter(new Date(10_900), 2)).toBe(10 + 2 * DAY);
  });

  test("of a list that is closed", async () => {
    const list = { reseller_uuid: newUuid(), list: "users" };
    await transact(...close(list));
    const { data } = await ListStripe.get(stripeKey(list, { segment: 0, stripe: 3 })).go();
    expect(data?.expires_epoch).toSatisfy(Number.isInteger);
  });

  test("of booked requests", async () => {
    const place = { reseller_uuid: newUuid(), kind: "reads" } as const;
    const now = 1_795_000_018_900;
    const time = new RateWindow().timeFor(now, now, 10);
    await bookRequests(place, { time, amount: 1, lapsed: [], now });
    expect((await RateUse.get(place).go()).data?.expires_epoch).toBe(1_795_000_018 + 2 * 24 * 3600);
  });
});

test.each([
  [0, 5],
  [0.9, 5],
  [1, 6],
])("the first retry comes after whole seconds: by chance %d after %d s", (chance, seconds) => {
  expect(retryDelay(1, () => chance)).toBe(seconds);
});

test.each([
  [1400, 1],
  [1500, 2],
  [-900, 0],
])("a check that is %d ms late is %d s late", (late, seconds) => {
  const now = Date.parse("2026-11-20T12:00:00Z");
  expect(secondsLate({ due_at: "2026-11-20T12:00:00+00:00" }, now + late)).toBe(seconds);
});

test("an attempt is signed with the second in which it begins", async () => {
  const signed: number[] = [];
  const sign = ({ timestamp }: { timestamp: number }) => {
    signed.push(timestamp);
    return {};
  };
  const tools = { clock: standingClock(1_795_000_018_900), connections: keepAlive() };
  await makeAttempt({ endpoint: "mailto:nobody", sign }, { event_id: "e", body: "{}" }, tools);
  expect(signed).toEqual([1_795_000_018]);
});

test("retry-after for an address is in whole seconds, rounded up", () => {
  let now = 0;
  const limit = new AddressLimit(1, { now: () => now });
  limit.note("first");
  now = 10_900;
  expect(() => limit.assertBelow("first")).toThrow(
    expect.objectContaining({ retryAfterSeconds: 50 }),
  );
});
