import { isDeepStrictEqual } from "node:util";
import { shardOf } from "../checks/schedule.ts";
import { DeliveryLane, type DeliveryLaneRecord } from "../entities/deliveryLane.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { type Write, write } from "../table/transact.ts";

type Lane = DeliveryLaneRecord;

/** A lane without failures. The key is that of its webhook. */
export function newLane({ reseller_uuid, uuid }: OwnedKey, due_at: string): Lane {
  return { reseller_uuid, uuid, shard: shardOf(uuid), due_at, failures: 0 };
}

/** The lane, due by a time or when its endpoint may be asked again. A worker in it sees by itself. */
export function dueBy(webhook: OwnedKey, found: Lane | undefined, time: string): Lane {
  if (!found) return newLane(webhook, time);
  const { blocked_until = time } = found;
  const due_at = blocked_until > time ? blocked_until : time;
  return found.claimed_until || found.due_at <= due_at ? found : { ...found, due_at };
}

/** The lane without its failures, due by a time. */
export function healed(webhook: OwnedKey, found: Lane | undefined, time: string): Lane {
  if (!found) return newLane(webhook, time);
  const { failing_since: _, blocked_until: __, ...lane } = found;
  return dueBy(webhook, { ...lane, failures: 0 }, time);
}

const STATE = ["due_at", "failures", "failing_since", "blocked_until", "claimed_until"] as const;

/**
 * The write of a transaction by which a lane becomes another one, on the condition that it is still
 * as it was found: the worker that removes it in between would not see what is put into it.
 */
export function laneWrite(found: Lane | undefined, next: Lane): Write {
  if (!found) return write(DeliveryLane, (lane) => lane.create(next).commit());
  const { reseller_uuid, uuid } = found;
  const conditions = STATE.map((name) => ({ name, value: found[name] }));
  return write(DeliveryLane, (entity) =>
    (isDeepStrictEqual(found, next) ? entity.check({ reseller_uuid, uuid }) : entity.put(next))
      .where((lane, { eq, notExists }) =>
        conditions
          .map(({ name, value }) =>
            value === undefined ? notExists(lane[name]) : eq(lane[name], value),
          )
          .join(" AND "),
      )
      .commit(),
  );
}
