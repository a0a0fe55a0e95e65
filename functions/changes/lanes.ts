import type { DeliveryLaneRecord } from "../../shared/entities/deliveryLane.ts";
import type { DeliveryReplayRecord } from "../../shared/entities/deliveryReplay.ts";
import type { Outgoing } from "../../shared/queues/sendMessages.ts";
import type { Clock } from "../../shared/time.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { sending } from "./part.ts";

/** The longest delay that SQS takes; the schedule enqueues a lane that is due later. */
const LONGEST_DELAY_SECONDS = 900;

/** Has the retrier work off a lane of deliveries when it is due, and a replay at once. */
export const lanes = sending("LANES_QUEUE_URL", (change, clock) =>
  change.entity === "deliveryLane" ? laneMessages(change, clock) : replayMessages(change),
);

function laneMessages(change: Change, clock: Clock): Outgoing[] {
  const { before, after } = imagesOf<DeliveryLaneRecord>(change);
  if (!after || before?.due_at === after.due_at) return [];
  const { reseller_uuid, uuid, due_at } = after;
  const seconds = Math.ceil((Date.parse(due_at) - clock.now()) / 1000);
  if (seconds > LONGEST_DELAY_SECONDS) return [];
  const message = { lanes: [{ reseller_uuid, uuid, due_at }] };
  return [{ message, group: reseller_uuid, delaySeconds: Math.max(0, seconds) }];
}

function replayMessages(change: Change): Outgoing[] {
  const { after } = imagesOf<DeliveryReplayRecord>(change);
  if (!after) return [];
  const { reseller_uuid, webhook_uuid, uuid } = after;
  return [{ message: { replay: { reseller_uuid, webhook_uuid, uuid } }, group: reseller_uuid }];
}
