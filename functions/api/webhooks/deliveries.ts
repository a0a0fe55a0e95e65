import * as z from "zod/mini";
import { deliveryStatuses } from "../../../shared/entities/delivery.ts";
import { described, nullable, optional } from "../../../shared/fields/described.ts";
import { oneOf, timestampParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint, pathUuid } from "../../../shared/http/endpoint.ts";
import { cursorPageOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done, fetched } from "../../../shared/http/responses.ts";
import { CREATED_AT, time } from "../../../shared/resources/schemas.ts";
import { eventTypes } from "../../../shared/webhooks/catalogue.ts";
import { getDelivery, listDeliveries as listLog } from "../../../shared/webhooks/deliveryLog.ts";
import {
  presentDeliveries,
  presentDelivery,
  presentWholeDelivery,
} from "../../../shared/webhooks/presentDelivery.ts";
import { replayDelivery as replay, requestReplay } from "../../../shared/webhooks/replay.ts";
import { deliverySchema, wholeDeliverySchema } from "../../../shared/webhooks/webhookSchemas.ts";

/** Lists the webhook's deliveries of the last 30 days, newest first. */
export const listDeliveries = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}/deliveries",
  id: "listDeliveries",
  summary: "List the deliveries of a webhook",
  details: "The log of the last 30 days, newest first.",
  response: () => cursorPageOf(deliverySchema),
  isStrict: true,
  query: z.object({
    status: optional(
      oneOf("Status", deliveryStatuses),
      "Only deliveries with this status.",
      "failed",
    ),
    type: optional(
      oneOf("Type", eventTypes),
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

export const fetchDelivery = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}",
  id: "fetchDelivery",
  summary: "Fetch a delivery with its body",
  response: () => fetchedOf(wholeDeliverySchema),
  async answer({ reseller_uuid, uuid: webhook_uuid, event }) {
    const uuid = pathUuid(event, "delivery_uuid");
    const { delivery } = await getDelivery({ reseller_uuid, webhook_uuid }, uuid);
    return fetched(await presentWholeDelivery(delivery));
  },
});

export const replayDelivery = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay",
  id: "replayDelivery",
  summary: "Send a delivery again",
  details: "Sends it now, with the same event id, even if the endpoint fails.",
  response: () => doneOf("Delivery will be sent again", deliverySchema),
  async answer({ reseller_uuid, uuid: webhook_uuid, event, keep }) {
    const uuid = pathUuid(event, "delivery_uuid");
    const webhook = { reseller_uuid, webhook_uuid };
    await replay(webhook, uuid, (delivery) =>
      keep(done("Delivery will be sent again", presentDelivery(delivery))),
    );
  },
});

/** Replays all deliveries since a time; the log of deliveries shows the progress. */
export const replayDeliveries = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/replay",
  id: "replayDeliveries",
  summary: "Send all deliveries since a time again",
  details: "Sends them with the same event ids; the log shows the progress.",
  response: () =>
    doneOf(
      "Deliveries will be sent again",
      z.strictObject({
        since: described(time, "Deliveries of this time or later are sent again.", CREATED_AT),
        status: nullable(
          z.enum(deliveryStatuses),
          "Only deliveries with this status; `null` for all.",
          "failed",
        ),
      }),
    ),
  query: z.object({
    since: described(
      timestampParameter("Since"),
      "Deliveries of this time or later are sent again.",
      "2026-11-20T09:30:00+00:00",
    ),
    status: optional(
      oneOf("Status", deliveryStatuses),
      "Only deliveries with this status.",
      "failed",
    ),
  }),
  async answer({ reseller_uuid, uuid, query, keep }) {
    await requestReplay({ reseller_uuid, uuid }, query, ({ since, status }) =>
      keep(done("Deliveries will be sent again", { since, status: status ?? null })),
    );
  },
});
