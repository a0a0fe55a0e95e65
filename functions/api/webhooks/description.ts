import * as z from "zod/mini";
import { deliveryStatuses } from "../../../shared/entities/delivery.ts";
import { described } from "../../../shared/fields/described.ts";
import type { DescriptionsOf } from "../../../shared/http/description.ts";
import {
  cursorPageOf,
  deletedOf,
  doneOf,
  fetchedOf,
  listOf,
} from "../../../shared/http/envelopes.ts";
import { CREATED_AT, time } from "../../../shared/resources/schemas.ts";
import {
  deliverySchema,
  webhookSchema,
  webhookSecretSchema,
  webhookStateSchema,
  wholeDeliverySchema,
} from "../../../shared/webhooks/webhookSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/webhooks": {
    id: "listWebhooks",
    summary: "List your webhooks",
    details: "All webhooks, oldest first, on one page.",
    response: listOf(webhookSchema),
  },
  "POST /v1/webhooks": {
    id: "createWebhook",
    summary: "Register a webhook",
    details: "Send the URL as `endpoint` or as `hostname`. If both are sent, `endpoint` counts.",
    response: doneOf("Webhook created", webhookSchema),
    exampleBody: {
      endpoint: "https://hooks.example.com/in",
      events: ["website.down", "website.up"],
    },
  },
  "GET /v1/webhooks/{webhook_uuid}": {
    id: "fetchWebhook",
    summary: "Fetch a webhook and its state",
    response: fetchedOf(webhookStateSchema),
  },
  "GET /v1/webhooks/{webhook_uuid}/secret": {
    id: "fetchSecret",
    summary: "Fetch the secret of a webhook",
    details: "Treat it like a password.",
    response: fetchedOf(webhookSecretSchema),
  },
  "POST /v1/webhooks/{webhook_uuid}/secret/rotate": {
    id: "rotateSecret",
    summary: "Replace the secret of a webhook",
    details:
      "The replaced secret still signs for 24 hours. At most four replaced secrets are valid at a time.",
    response: doneOf("Secret rotated", webhookSecretSchema),
  },
  "POST /v1/webhooks/{webhook_uuid}/test": {
    id: "testWebhook",
    summary: "Send a test event",
    details:
      "Sends it to this webhook only, even if the webhook is disabled or asked for other types.",
    response: doneOf(
      "Test event requested",
      z.strictObject({ event_id: deliverySchema.shape.event_id }),
    ),
  },
  "POST /v1/webhooks/{webhook_uuid}/enable": {
    id: "enableWebhook",
    summary: "Enable a webhook",
    details:
      "Forgets the webhook's failures, and sends waiting deliveries at once. A webhook that the provider has disabled (`disabled_reason`: `operator`) can be enabled only by the provider: 422.",
    refuses: true,
    response: doneOf("Webhook enabled", webhookStateSchema),
  },
  "GET /v1/webhooks/{webhook_uuid}/deliveries": {
    id: "listDeliveries",
    summary: "List the deliveries of a webhook",
    details: "The log of the last 30 days, newest first.",
    response: cursorPageOf(deliverySchema),
  },
  "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}": {
    id: "fetchDelivery",
    summary: "Fetch a delivery with its body",
    response: fetchedOf(wholeDeliverySchema),
  },
  "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay": {
    id: "replayDelivery",
    summary: "Send a delivery again",
    details: "Sends it now, with the same event id, even if the endpoint fails.",
    response: doneOf("Delivery will be sent again", deliverySchema),
  },
  "POST /v1/webhooks/{webhook_uuid}/replay": {
    id: "replayDeliveries",
    summary: "Send all deliveries since a time again",
    details: "Sends them with the same event ids; the log shows the progress.",
    response: doneOf(
      "Deliveries will be sent again",
      z.strictObject({
        since: described(time, "Deliveries of this time or later are sent again.", CREATED_AT),
        status: described(
          z.nullable(z.enum(deliveryStatuses)),
          "Only deliveries with this status; `null` for all.",
          "failed",
        ),
      }),
    ),
  },
  "DELETE /v1/webhooks/{webhook_uuid}": {
    id: "deleteWebhook",
    summary: "Delete a webhook",
    details: "Nothing more is sent to it.",
    response: deletedOf("Webhook"),
  },
} as const satisfies DescriptionsOf<"webhooks">;
