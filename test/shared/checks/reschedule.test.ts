import { beforeEach, expect, test } from "vitest";
import { reschedule } from "../../../shared/checks/reschedule.ts";
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

test("a check that was done is due again, and nobody's any more", async () => {
  const { claimed_until: _, ...rest } = check;
  expect(await reschedule(check, NEXT)).toBe(true);
  expect(await read()).toEqual({ ...rest, due_at: NEXT });
});

test.each<[string, Partial<CheckRecord<"uptime">>]>([
  ["was done by somebody else", { due_at: "2026-11-20T11:00:00+00:00" }],
  ["is of another host name by now", { hostname: "moved.example" }],
])("a check that %s is left as it is", async (_, more) => {
  expect(await reschedule({ ...check, ...more }, NEXT, { memory: { state: "down" } })).toBe(false);
  expect(await read()).toEqual(check);
});
