/** @file Webhooks and their deliveries as a client sees them; imported as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { deliveryStatuses } from "../entities/delivery.ts";
import { disabledReasons, webhookFormats } from "../entities/webhook.ts";
import { described, field, named, nullable } from "../fields/described.ts";
import {
  CREATED_AT,
  created_at,
  exampleIds,
  idOf,
  time,
  UPDATED_AT,
} from "../resources/schemas.ts";
import { outboundFailures } from "../vocabulary/reasons.ts";
import { eventTypes } from "./catalogue.ts";

const updated_at = described(
  time,
  "When the record was last changed; the same as `created_at` until then.",
  CREATED_AT,
);

/** A webhook: section 2.9 of the specification. */
export const webhookSchema = named(
  "Webhook",
  z.strictObject({
    uuid: idOf("webhook"),
    endpoint: field.string(
      "The URL that events are sent to, at a public address, on port 80 or 443.",
      "https://hooks.example.com/in",
    ),
    created_at,
    updated_at,
  }),
);

/** A webhook with its types of event and the state of its endpoint. */
export const webhookStateSchema = named(
  "WebhookState",
  z.extend(webhookSchema, {
    events: described(z.array(z.enum(eventTypes)), "The types of event that are sent.", [
      "website.down",
      "website.up",
    ]),
    format: described(
      z.enum(webhookFormats),
      "How events are written: `standard`, or as a message of `slack`, `teams` or `discord`.",
      "standard",
    ),
    disabled_at: nullable(time, "When the webhook was disabled; `null` if it is enabled.", null),
    disabled_reason: nullable(
      z.enum(disabledReasons),
      "`gone`: the endpoint answered 410. `failing`: every attempt failed for five days. `operator`: disabled by the provider. `null`: enabled.",
      null,
    ),
    failing_since: nullable(
      time,
      "Since when every attempt has failed; `null` if the last one succeeded.",
      null,
    ),
  }),
);

/** The secret of a webhook, and when each replaced secret stops signing. */
export const webhookSecretSchema = named(
  "WebhookSecret",
  z.strictObject({
    secret: field.string(
      "The secret that deliveries are signed with.",
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ),
    retired: described(
      z.array(
        z.strictObject({
          until: described(time, "Until when it signs.", "2026-11-23T14:05:00+00:00"),
        }),
      ),
      "The replaced secrets that still sign as well.",
    ),
  }),
);

/** One request to a webhook's endpoint, and its result. */
const deliveryAttemptSchema = named(
  "DeliveryAttempt",
  z.strictObject({
    at: described(time, "When the attempt was made.", UPDATED_AT),
    status: nullable(
      z.int(),
      "The status of the endpoint's answer; `null` if there was no answer.",
      204,
    ),
    error: nullable(
      z.enum(outboundFailures),
      "Why there was no answer; `blocked` if the address is not allowed; `null` if there was one.",
      null,
    ),
    duration_ms: field.number("How long the attempt took, in milliseconds.", 87),
    response: field.string("The first 800 bytes of the answer, as text.", ""),
  }),
);

/** A delivery as the log shows it. */
export const deliverySchema = named(
  "Delivery",
  z.strictObject({
    uuid: idOf("delivery"),
    event_id: field.string(
      "The event's id: the header `webhook-id`.",
      "evt_5f0c1b6a7d2e5c3f9b8a4d6e1c2f3a4b",
    ),
    type: described(z.enum(eventTypes), "The event's type.", "website.down"),
    website_uuid: nullable(
      z.uuid(),
      "The website that the event is about; `null` if it is not about one.",
      exampleIds.website,
    ),
    about: nullable(
      z.string(),
      "What the event is about: the host name of a website, or the name of a business; `null` if not known.",
      "https://bakery.example.com",
    ),
    status: described(
      z.enum(deliveryStatuses),
      "`pending`: waits for its next attempt. `delivered`: was answered with 2xx. `failed`: will not be tried again.",
      "delivered",
    ),
    attempts: described(
      z.array(deliveryAttemptSchema),
      "The attempts, oldest first; if there were many, the last ones.",
    ),
    next_attempt_at: nullable(
      time,
      "When the next attempt is due, which waits while the endpoint fails or the webhook is disabled; `null` if none is due.",
      null,
    ),
    created_at: described(time, "When the event happened.", UPDATED_AT),
    updated_at: described(time, "When the record was last changed.", UPDATED_AT),
  }),
);

/** A delivery with the event that is sent. */
export const wholeDeliverySchema = named(
  "WholeDelivery",
  z.extend(deliverySchema, {
    body: described(
      z.record(z.string(), z.unknown()),
      "The event, as JSON. A webhook with another `format` than `standard` is sent a message made of it.",
      {
        type: "website.down",
        timestamp: UPDATED_AT,
        sequence: 2,
        data: {
          uuid: exampleIds.website,
          hostname: "https://bakery.example.com",
          business_uuid: exampleIds.business,
          created_at: CREATED_AT,
          updated_at: UPDATED_AT,
          is_hostname_up: false,
        },
      },
    ),
  }),
);
