/** @file What webhooks and their deliveries look like to a client; as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { deliveryStatuses } from "../entities/delivery.ts";
import { disabledReasons } from "../entities/webhook.ts";
import { eventTypes } from "../events/eventTypes.ts";
import { time, uuid } from "./schemas.ts";

/** 2.9 */
export const webhookSchema = z.strictObject({
  uuid,
  endpoint: z.string(),
  created_at: time,
  updated_at: time,
});

/** A webhook by itself: also which events it asked for (null: all), and how its endpoint is. */
export const webhookStateSchema = z.extend(webhookSchema, {
  events: z.nullable(z.array(z.enum(eventTypes))),
  disabled_at: z.nullable(time),
  disabled_reason: z.nullable(z.enum(disabledReasons)),
  failing_since: z.nullable(time),
});

/** The secret of a webhook, and until when each of those that it replaced signs as well. */
export const webhookSecretSchema = z.strictObject({
  secret: z.string(),
  retired: z.array(z.strictObject({ until: time })),
});

/** One request to a webhook's endpoint, and what came of it. */
export const deliveryAttemptSchema = z.strictObject({
  at: time,
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  duration_ms: z.number(),
  response: z.string(),
});

/** A delivery as the log shows it. */
export const deliverySchema = z.strictObject({
  uuid,
  event_id: z.string(),
  type: z.enum(eventTypes),
  status: z.enum(deliveryStatuses),
  attempts: z.array(deliveryAttemptSchema),
  next_attempt_at: z.nullable(time),
  created_at: time,
  updated_at: time,
});

/** A delivery with the event that is sent. */
export const wholeDeliverySchema = z.extend(deliverySchema, {
  body: z.record(z.string(), z.unknown()),
});
