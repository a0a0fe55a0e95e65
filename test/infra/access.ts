import { expect } from "vitest";
import type { TableAccess } from "../../infra/tableAccess.ts";
import { shardOf } from "../../shared/checks/schedule.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import type { actionsOf } from "../support/actions.ts";

type Seen = Awaited<ReturnType<typeof actionsOf>>;

/** That a role allows what was seen, none is missing, and none is left over. */
export function expectExactly({ table, keys, index }: TableAccess, seen: Seen) {
  expect(seen.table.actions).toEqual(table.toSorted());
  expect(seen.index.actions).toEqual(index?.actions.toSorted() ?? []);
  const isOutside = (starts: readonly string[]) => (key: string) =>
    key !== "" && !starts.some((start) => key.startsWith(start));
  expect(seen.table.keys.filter(isOutside(keys))).toEqual([]);
  expect(seen.index.keys.filter(isOutside(index?.keys ?? []))).toEqual([]);
}

/** A check that is due, of a website that failed for an hour. */
export async function makeCheck(
  check: Partial<CheckRecord> &
    Pick<CheckRecord, "reseller_uuid" | "business_uuid" | "uuid" | "kind">,
) {
  const since = Math.floor(Date.now() / 1000) - 3600;
  const { data } = await Check.put({
    hostname: "example.com",
    shard: shardOf(check.uuid),
    due_at: timestamp(new Date(since * 1000)),
    results: [],
    memory: { state: "suspect", since, downtimes: [] },
    ...check,
  }).go();
  return data;
}
