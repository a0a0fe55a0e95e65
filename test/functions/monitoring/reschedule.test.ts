import { beforeEach, expect, test } from "vitest";
import { reschedule, shardOf } from "../../../functions/monitoring/dueTimes.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { newUuid } from "../../../shared/uuid.ts";

const NEXT = "2026-11-20T12:05:00+00:00";

let check: CheckRecord<"uptime">;

beforeEach(async () => {
  check = {
    reseller_uuid: newUuid(),
    uuid: newUuid(),
    business_uuid: newUuid(),
    kind: "uptime",
    hostname: "example.com",
    shard: 7,
    due_at: "2026-11-20T12:00:00+00:00",
    claimed_until: "2026-11-20T12:10:00+00:00",
    results: [],
    memory: { state: "up" },
  };
  await Check.put(check).go();
});

async function read() {
  const { reseller_uuid, uuid, kind } = check;
  return (await Check.get({ reseller_uuid, uuid, kind }).go()).data;
}

test("a check that was done is due again, without a claim", async () => {
  const { claimed_until: _, ...rest } = check;
  expect(await reschedule(check, NEXT)).toBe(true);
  expect(await read()).toEqual({ ...rest, due_at: NEXT });
});

test("that an operator asked for it is over with the check, unless it is asked for just then", async () => {
  const { claimed_until: _, ...rest } = check;
  const requested_at = "2026-11-20T11:59:00+00:00";
  await Check.put({ ...check, requested_at }).go();
  expect(await reschedule(check, NEXT)).toBe(true);
  expect(await read()).toEqual({ ...rest, due_at: NEXT });
  await Check.put({ ...check }).go();
  expect(await reschedule(check, NEXT, { requested_at })).toBe(true);
  expect(await read()).toEqual({ ...rest, due_at: NEXT, requested_at });
});

test("a website leaves its bucket, unless the changes set a shard", async () => {
  const shard = 5001;
  const target = { minutes: 5, hostname: "example.com", url: "http://example.com" };
  check = { ...check, target, shard };
  await Check.put(check).go();
  expect(await reschedule(check, NEXT)).toBe(true);
  expect(await read()).toMatchObject({ shard: shardOf(check.uuid), target });
  expect(await reschedule({ ...check, due_at: NEXT }, NEXT, { shard })).toBe(true);
  expect(await read()).toMatchObject({ shard, target });
});

test.each<[string, Partial<CheckRecord<"uptime">>]>([
  ["was done by somebody else", { due_at: "2026-11-20T11:00:00+00:00" }],
  ["is of another host name by now", { hostname: "moved.example" }],
])("a check that %s is left as it is", async (_, more) => {
  expect(await reschedule({ ...check, ...more }, NEXT, { memory: { state: "down" } })).toBe(false);
  expect(await read()).toEqual(check);
});
