import { shardOf } from "../../../shared/checks/schedule.ts";
import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { timestamp } from "../../../shared/time.ts";

/** Makes what a function needs, and returns all that the function can do. */
export type Scenario = () => Promise<() => Promise<unknown>>;

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
