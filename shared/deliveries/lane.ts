import { isDeepStrictEqual } from "node:util";
import { DeliveryLane, type DeliveryLaneRecord } from "../entities/deliveryLane.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import {
  ConditionFailed,
  retryOnConflict,
  type Write,
  write,
  writeIfTrue,
} from "../table/transact.ts";
import { dueBy, type LaneRule } from "./laneRules.ts";

type Lane = DeliveryLaneRecord;

/** The lane of a webhook, as it is now. */
export async function findLane({ reseller_uuid, uuid }: OwnedKey): Promise<Lane | undefined> {
  const { data } = await DeliveryLane.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data ?? undefined;
}

/**
 * Changes the lane of a webhook by a rule, and returns it as it is then. Where the caller has just
 * read the lane, `known` has it. The rule is asked again when the lane has changed since.
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
    // One that the caller has read may be gone since: what stays as it is has to be there.
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

/** Writes a lane in the place of another, or of none; false, and nothing, where it has changed. */
export async function replaceLane(found: Lane | undefined, next: Lane | undefined) {
  const written = await writeIfTrue(async () => {
    if (!found) return next && (await DeliveryLane.create(next).go());
    const { reseller_uuid, uuid } = found;
    if (next) return await DeliveryLane.put(next).where(isStill(found)).go();
    return await DeliveryLane.delete({ reseller_uuid, uuid }).where(isStill(found)).go();
  });
  return written !== undefined;
}

/**
 * The write of a transaction by which a lane becomes what a rule makes of it, on the condition that
 * it is still as it was found: the worker that removes it in between would not see what is put into
 * it.
 */
export function laneWrite(found: Lane | undefined, rule: LaneRule): Write {
  const next = rule(found);
  if (!next) throw new Error("A lane that a transaction is about is not removed by it");
  if (!found) return write(DeliveryLane, (lane) => lane.create(next).commit());
  const { reseller_uuid, uuid } = found;
  return write(DeliveryLane, (lane) =>
    (isDeepStrictEqual(found, next) ? lane.check({ reseller_uuid, uuid }) : lane.put(next))
      .where(isStill(found))
      .commit(),
  );
}

const STATE = ["due_at", "failures", "failing_since", "blocked_until", "claimed_until"] as const;

type Condition = Parameters<ReturnType<typeof DeliveryLane.create>["where"]>[0];

/** The condition that a lane is as it was found. */
export function isStill(found: Lane): Condition {
  return (lane, { eq, notExists }) =>
    STATE.map((name) => {
      const { [name]: value } = found;
      return value === undefined ? notExists(lane[name]) : eq(lane[name], value);
    }).join(" AND ");
}

/**
 * Sees to it that the lane of a webhook is due by this time, or as soon as its endpoint may be asked
 * again. To be called once the retry is written that is due then.
 */
export async function ensureLaneDue(
  webhook: OwnedKey,
  time: string,
  known?: { lane: Lane | undefined },
) {
  await changeLane(webhook, dueBy(webhook, time), known);
}
