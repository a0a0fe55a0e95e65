import * as z from "zod/mini";
import { readDeliveries } from "../../shared/deliveries/readDeliveries.ts";
import { type DeliveryRecord, deliveryStatuses } from "../../shared/entities/delivery.ts";
import { eventTypes } from "../../shared/events/eventTypes.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { command } from "./command.ts";
import { requireDeliveriesOf } from "./delivery.ts";
import { noWebhook, webhook_uuid } from "./webhook.ts";

const PER_PAGE = 20;

const pageError = "--page must be a whole number from 1.";
const page = z._default(z.int(pageError).check(z.gte(1, pageError)), 1);

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
    const last_page = Math.max(1, Math.ceil(total / PER_PAGE));
    return { total, page, last_page, deliveries: records.map(summarise) };
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
