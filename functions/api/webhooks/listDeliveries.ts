import * as z from "zod/mini";
import { deliveryStatuses } from "../../../shared/entities/delivery.ts";
import { described } from "../../../shared/fields/described.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { eventTypes } from "../../../shared/webhooks/catalogue.ts";
import { listDeliveries as listLog } from "../../../shared/webhooks/deliveryLog.ts";
import { presentDeliveries } from "../../../shared/webhooks/presentDelivery.ts";
import { deliverySchema } from "../../../shared/webhooks/webhookSchemas.ts";

/** Lists the webhook's deliveries of the last 30 days, newest first. */
export const listDeliveries = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}/deliveries",
  id: "listDeliveries",
  summary: "List the deliveries of a webhook",
  details: "The log of the last 30 days, newest first.",
  response: () => cursorPageOf(deliverySchema),
  isStrict: true,
  query: z.object({
    status: described(
      z.optional(oneOf("Status", deliveryStatuses)),
      "Only deliveries with this status.",
      "failed",
    ),
    type: described(
      z.optional(oneOf("Type", eventTypes)),
      "Only deliveries of this type of event.",
      "website.down",
    ),
    ...cursorQuery,
  }),
  async answer({ reseller_uuid, uuid: webhook_uuid, query, event }) {
    const { status, type, cursor: after, per_page: limit } = query;
    const page = { status, type, after, limit };
    const { records, next } = await listLog({ reseller_uuid, webhook_uuid }, page);
    const presented = await presentDeliveries(reseller_uuid, records);
    return continued(event, query, { records: presented, next });
  },
});
