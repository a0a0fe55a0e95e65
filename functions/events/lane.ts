import { isDeepStrictEqual } from "node:util";
import { DeliveryLane, type DeliveryLaneRecord } from "../../shared/entities/deliveryLane.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import {
  ConditionFailed,
  retryOnConflict,
  type Write,
  write,
  writeIfTrue,
} from "../../shared/table/transact.ts";
import { dueBy, type LaneRule } from "./deliveries/laneRules.ts";

type Lane = DeliveryLaneRecord;

/** The lane of a webhook; undefined when it has none. */
export async function findLane({ reseller_uuid, uuid }: OwnedKey): Promise<Lane | undefined> {
  const { data } = await DeliveryLane.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data ?? undefined;
}

/**
 * Changes the lane of a webhook by a rule and returns the changed lane. `known` is the lane that the
 * caller has just read. The rule is applied again when the lane has changed since.
 */
export async function changeLane(
  webhook: OwnedKey,
  rule: LaneRule,
  known?: { lane: Lane | undefined },
): Promise<Lane | undefined> {
  let read = known;
  return await retryOnConflict(async () => {
    let found = read ? read.lane : await findLane(webhook);
    let next = rule(found);
    // The lane that the caller has read may be gone; one that stays as it is must still exist.
    if (read && found && isDeepStrictEqual(next, found)) {
      found = await findLane(webhook);
      next = rule(found);
    }
    read = undefined;
    if (isDeepStrictEqual(next, found)) return found;
    if (!(await replaceLane(found, next))) throw new ConditionFailed("The lane has changed");
    return next;
  });
}

/** Replaces a lane (or none) by another (or none); returns false when the lane has changed since. */
export async function replaceLane(found: Lane | undefined, next: Lane | undefined) {
  const written = await writeIfTrue(async () => {
    if (!found) return next && (await DeliveryLane.create(next).go());
    const { reseller_uuid, uuid } = found;
    if (next) return await DeliveryLane.put(next).where(laneUnchanged(found)).go();
    return await DeliveryLane.delete({ reseller_uuid, uuid }).where(laneUnchanged(found)).go();
  });
  return written !== undefined;
}

/**
 * The write that changes a lane by a rule, for a transaction that fails when the lane has changed since:
 * a worker that removes the lane meanwhile would not see the new retry.
 */
export function laneWrite(found: Lane | undefined, rule: LaneRule): Write {
  const next = rule(found);
  if (!next) throw new Error("A transaction must not remove the lane that it changes");
  if (!found) return write(DeliveryLane, (lane) => lane.create(next).commit());
  const { reseller_uuid, uuid } = found;
  return write(DeliveryLane, (lane) =>
    (isDeepStrictEqual(found, next) ? lane.check({ reseller_uuid, uuid }) : lane.put(next))
      .where(laneUnchanged(found))
      .commit(),
  );
}

const STATE = [
  "due_at",
  "failures",
  "failing_since",
  "blocked_until",
  "claimed_until",
  "waits_for",
] as const;

type Condition = Parameters<ReturnType<typeof DeliveryLane.create>["where"]>[0];

/** The condition that a lane has not changed since it was found. */
export function laneUnchanged(found: Lane): Condition {
  return (lane, { eq, notExists }) =>
    STATE.map((name) => {
      const { [name]: value } = found;
      return value === undefined ? notExists(lane[name]) : eq(lane[name], value);
    }).join(" AND ");
}

/**
 * Makes the lane of a webhook due by this time, or when its endpoint is no longer blocked. Call it after
 * the retry that is due then has been written.
 */
export async function ensureLaneDue(
  webhook: OwnedKey,
  time: string,
  known?: { lane: Lane | undefined },
) {
  await changeLane(webhook, dueBy(webhook, time), known);
}
