import * as z from "zod/mini";
import { type DeliveryRecord, deliveryStatuses } from "../../../shared/entities/delivery.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { ownedKey, replaceDelivery, replayed } from "../../../shared/webhooks/delivery.ts";
import { readLog } from "../../../shared/webhooks/deliveryLog.ts";
import { dueBy } from "../../../shared/webhooks/health.ts";
import type { CallTools } from "../../../shared/webhooks/send.ts";
import { changeHealth, findWebhook } from "../../../shared/webhooks/webhook.ts";

/** A range of deliveries to send again. */
export const replayMessage = z.object({
  reseller_uuid: z.uuid(),
  webhook_uuid: z.uuid(),
  since: z.string(),
  status: z.optional(z.enum(deliveryStatuses)),
  requested_at: z.string(),
  /** The uuid of the last delivery that was looked at. */
  after: z.optional(z.uuid()),
});

type ReplayMessage = z.infer<typeof replayMessage>;

const PAGE = 25;

/**
 * Makes a range of a webhook's deliveries pending and due now, page by page from the newest to the oldest, and
 * continues with another message when time is up. Deliveries that are pending already, or have changed since the
 * request, stay as they are: a page that is done twice sends nothing twice.
 */
export async function replayRange(replay: ReplayMessage, { clock, deadline }: CallTools) {
  const { reseller_uuid, webhook_uuid, since, status, requested_at } = replay;
  const webhook = { reseller_uuid, webhook_uuid };
  const key = ownedKey(webhook);
  const isWanted = (delivery: DeliveryRecord) =>
    delivery.status !== "pending" && delivery.updated_at <= requested_at;
  let { after } = replay;
  do {
    if (clock.now() >= deadline) return await continueLater({ ...replay, after });
    if (!(await findWebhook(key))) return;
    const page = await readLog(webhook, { status, after, since: Date.parse(since), limit: PAGE });
    const now = new Date(clock.now());
    const wanted = page.deliveries.filter(isWanted);
    await Promise.all(wanted.map((each) => replaceDelivery(each, replayed(each, now))));
    // A worker that died may have changed these deliveries, but not the health. They are not wanted again.
    const isFirst = after === replay.after;
    if (isFirst || wanted.length > 0) await changeHealth(key, dueBy(timestamp(now)));
    after = page.next;
  } while (after !== undefined);
}

async function continueLater(replay: ReplayMessage) {
  const { webhook_uuid: group } = replay;
  await sendMessages(requireEnv("RETRIES_QUEUE_URL"), [{ message: { replay }, group }]);
}
