import { describe, expect, onTestFinished, test, vi } from "vitest";
import { call } from "../support/api.ts";
import { loseAnswers } from "../support/clientFaults.ts";
import { makeEstate } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { thoroughly } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const writes = routeKeys.filter((route) => !route.startsWith("GET"));

/** A creation with a unique attribute, a change, and a deletion of a list's owner. */
const REPRESENTATIVE = [
  "POST /v1/onboarding",
  "PATCH /v1/businesses/{business_uuid}",
  "DELETE /v1/users/{user_uuid}",
];

/** How many items of each kind a reseller has, and the sums of their numbers: bits, counts, revisions. */
async function figuresOf(reseller_uuid: string) {
  const figures: Record<string, bigint> = {};
  for (const item of Object.values(await snapshotOf(reseller_uuid))) {
    const { __edb_e__: kind, ...attributes } = item as Record<string, unknown>;
    const add = (name: string, amount: bigint) => {
      figures[`${kind} ${name}`] = (figures[`${kind} ${name}`] ?? 0n) + amount;
    };
    // Which shards of the counts there are follows from uuids.
    if (kind !== "accountCounts") add("items", 1n);
    for (const [name, value] of Object.entries(attributes)) {
      const isNumber = typeof value === "number" || typeof value === "bigint";
      // Shards follow from the uuid. Requests are counted by the minute.
      const isBooking = kind === undefined;
      const isTime = /_epoch$|^shard$|_since$/.test(name);
      if (isNumber && !isBooking && !isTime) add(name, BigInt(value));
    }
  }
  return figures;
}

/** Sends a request for a new estate, and returns the status and what the reseller has then. */
async function send(route: string, headers: Record<string, string>, before: () => void) {
  const estate = await makeEstate();
  const request = acceptedRequest(route, estate);
  before();
  const { status } = await call(route, { ...request, headers });
  return { status, figures: await figuresOf(estate.reseller.uuid) };
}

describe.each(thoroughly(writes, REPRESENTATIVE))("%s", (route) => {
  test("is done once and answers 200 when its transaction's answer is lost", async () => {
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const keys = route.startsWith("POST") ? [{}, { "idempotency-key": "one" }] : [{}];
    for (const headers of keys as Record<string, string>[]) {
      const plain = await send(route, headers, () => {});
      expect(plain.status).toBe(200);
      expect(await send(route, headers, () => loseAnswers("first"))).toEqual(plain);
      expect(await send(route, headers, () => loseAnswers("two"))).toEqual(plain);
    }
  });
});
