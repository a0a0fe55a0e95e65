import { expect, test } from "vitest";
import { settle } from "../../../shared/limits/rates.ts";
import { makeReseller } from "../../support/factories.ts";
import { spend } from "../../support/spend.ts";

const NOW = 1_795_000_018_000;

/** The deliveries of a new reseller. */
async function deliveriesOf(own: { deliveries_per_minute?: number }) {
  const { uuid } = await makeReseller(own);
  return { reseller_uuid: uuid, kind: "deliveries" } as const;
}

test("a worker's work is allowed up to the limit, and again when it has lapsed", async () => {
  const place = await deliveriesOf({ deliveries_per_minute: 5 });
  for (let count = 0; count < 4; count += 1) await spend(place, { now: NOW });
  expect(await spend(place, { now: NOW + 1000 })).toMatchObject({ isAllowed: true });
  const refusal = { isAllowed: false, resetSeconds: 58 };
  expect(await spend(place, { now: NOW + 2000 })).toMatchObject(refusal);
  expect(await spend(place, { now: NOW + 60_000 })).toMatchObject({ isAllowed: true });
});

test("weight beyond 1 is free for 300 minutes' worth a day, and counts from then on", async () => {
  const place = await deliveriesOf({ deliveries_per_minute: 5 });
  await spend(place, { weight: 1496, now: NOW });
  for (let count = 0; count < 4; count += 1) {
    expect(await spend(place, { now: NOW })).toMatchObject({ isAllowed: true });
  }
  expect(await spend(place, { now: NOW })).toMatchObject({ isAllowed: false });
  await spend(place, { now: NOW + 60_000 });
  await settle(place, { weight: 10, taken: 1, now: NOW + 60_000 });
  expect(await spend(place, { now: NOW + 60_000 })).toMatchObject({ isAllowed: false });
  const tomorrow = NOW + 24 * 3_600_000;
  await spend(place, { weight: 1000, now: tomorrow });
  expect(await spend(place, { now: tomorrow })).toMatchObject({ isAllowed: true });
  const other = { ...place, kind: "writes" } as const;
  expect(await spend(other, { now: NOW + 1000 })).toMatchObject({ isAllowed: true });
});

test("a reseller without a limit spends without asking", async () => {
  const place = await deliveriesOf({});
  for (let count = 0; count < 3; count += 1)
    expect(await spend(place, { weight: 1000, now: NOW })).toMatchObject({ isAllowed: true });
});
