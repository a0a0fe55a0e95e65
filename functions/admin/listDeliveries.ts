import * as z from "zod/mini";
import { readDeliveries } from "../../shared/deliveries/readDeliveries.ts";
import { type DeliveryRecord, deliveryStatuses } from "../../shared/entities/delivery.ts";
import { eventTypes } from "../../shared/events/catalogue.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { command } from "./command.ts";
import { requireDeliveriesOf } from "./delivery.ts";
import { PER_PAGE, page, pagesOf } from "./page.ts";
import { noWebhook, webhook_uuid } from "./webhook.ts";

/** A page of what was sent to a webhook in the last 30 days, newest first, and how many there are. */
export const listDeliveries = command(
  {
    webhook_uuid,
    status: z.optional(choice("--status", deliveryStatuses)),
    type: z.optional(choice("--type", eventTypes)),
    page,
  },
  async ({ webhook_uuid, page, ...filter }) => {
    const webhook = await requireDeliveriesOf(webhook_uuid);
    const offset = (page - 1) * PER_PAGE;
    const found = await unlessGone(readDeliveries(webhook, { ...filter, offset, limit: PER_PAGE }));
    if (found === undefined) throw noWebhook(webhook_uuid);
    const { records, total } = found;
    return { ...pagesOf(total, page), deliveries: records.map(summarise) };
  },
);

function choice<const Names extends readonly string[]>(option: string, names: Names) {
  return z.enum(names, `${option} must be one of ${names.join(", ")}.`);
}

/** A delivery in a line: `delivery show` has the rest. */
function summarise({ attempts, ...delivery }: DeliveryRecord) {
  const last = attempts.at(-1);
  return {
    uuid: delivery.uuid,
    type: delivery.event_type,
    status: delivery.status,
    attempts: attempts.length,
    last_answer: last ? (last.status ?? last.error) : null,
    next_attempt_at: delivery.next_attempt_at ?? null,
    created_at: delivery.created_at,
  };
}
