import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import type { WebhookHealthRecord } from "../../shared/entities/webhookHealth.ts";
import type { Outgoing } from "../../shared/queues/sendMessages.ts";
import type { Clock } from "../../shared/time.ts";
import { type Change, imagesOf } from "../events/change.ts";
import { sending } from "./part.ts";

/** The longest delay that SQS takes; the schedule enqueues a webhook that is due later. */
const LONGEST_DELAY_SECONDS = 900;

/** Has the retrier look at a webhook when its health says so, and replay a range at once. */
export const retries = sending("RETRIES_QUEUE_URL", (change, clock) =>
  change.entity === "webhookHealth" ? dueMessages(change, clock) : replayMessages(change),
);

function dueMessages(change: Change, clock: Clock): Outgoing[] {
  const { before, after } = imagesOf<WebhookHealthRecord>(change);
  if (!after || before?.due_at === after.due_at) return [];
  const { reseller_uuid, uuid, due_at } = after;
  const seconds = Math.ceil((Date.parse(due_at) - clock.now()) / 1000);
  if (seconds > LONGEST_DELAY_SECONDS) return [];
  const message = { webhooks: [{ reseller_uuid, uuid, due_at }] };
  return [{ message, group: uuid, delaySeconds: Math.max(0, seconds) }];
}

function replayMessages(change: Change): Outgoing[] {
  const { before, after } = imagesOf<WebhookRecord>(change);
  const replay = after?.replay;
  if (!replay || JSON.stringify(replay) === JSON.stringify(before?.replay)) return [];
  const { reseller_uuid, uuid: webhook_uuid } = after;
  return [{ message: { replay: { reseller_uuid, webhook_uuid, ...replay } }, group: webhook_uuid }];
}
