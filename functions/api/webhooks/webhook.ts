import * as z from "zod/mini";
import {
  type DisabledReason,
  type WebhookRecord,
  webhookFormats,
} from "../../../shared/entities/webhook.ts";
import type { WebhookHealthRecord } from "../../../shared/entities/webhookHealth.ts";
import { described } from "../../../shared/fields/described.ts";
import { httpUrl, text } from "../../../shared/fields/fields.ts";
import { oneOf, rule, shortArray } from "../../../shared/fields/validationErrors.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";

import { type EventType, eventTypes, usualEvents } from "../../../shared/webhooks/catalogue.ts";
import { findWebhook, presentWebhook } from "../../../shared/webhooks/webhook.ts";
import type { webhookStateSchema } from "../../../shared/webhooks/webhookSchemas.ts";

/** Distinct types of event. Generated clients send an empty list where none was set. */
const wantedEvents = shortArray(
  eventTypes.length,
  z.array(z.pipe(text("Event type"), oneOf("Events", eventTypes))).check(
    rule("unique", "Events must differ", (types) => new Set(types).size === types.length, {
      keywords: { uniqueItems: true },
    }),
  ),
);

const USUAL = `The types of event to send; empty or absent: ${usualEvents.map((type) => `\`${type}\``).join(", ")}.`;

/** The body of a new webhook. The URL is `endpoint`, or `hostname` if that is missing. */
export const webhookBody = z
  .object({
    hostname: described(z.optional(httpUrl("Hostname")), "Another name of `endpoint`."),
    endpoint: z.optional(httpUrl("Endpoint")),
    events: described(z.optional(wantedEvents), USUAL),
    format: described(
      z.optional(oneOf("Format", webhookFormats)),
      "`slack`, `teams`, `discord`: each event is a message that such an incoming webhook takes. Without it, `standard`.",
      "standard",
    ),
  })
  .check(
    rule(
      "required",
      "Endpoint or hostname is required",
      ({ hostname, endpoint }) => (endpoint ?? hostname) !== undefined,
      { field: "hostname" },
    ),
  );

/** A webhook with the events that it asks for and the state of its endpoint. */
export function presentWebhookState(
  webhook: WebhookRecord,
  health?: WebhookHealthRecord,
): z.output<typeof webhookStateSchema> {
  return {
    ...presentWebhook(webhook),
    // `wantedEvents` accepts only these types. Webhooks of before there were usual events get all.
    events: (webhook.events as EventType[] | undefined) ?? eventTypes,
    format: webhook.format ?? ("standard" as const),
    disabled_at: webhook.disabled_at ?? null,
    disabled_reason: (webhook.disabled_reason as DisabledReason | undefined) ?? null,
    failing_since: health?.failing_since ?? null,
  };
}

/** A webhook with the health of its endpoint, if it has one. */
interface WebhookWithHealth {
  webhook: WebhookRecord;
  health: WebhookHealthRecord | undefined;
}

/** Reads a webhook with its health in one request; throws RecordNotFound. */
export async function getWebhookWithHealth(key: OwnedKey): Promise<WebhookWithHealth> {
  const { webhook, health } = await findWebhook(key);
  if (!webhook) throw new RecordNotFound("webhooks");
  return { webhook, health };
}

/** The answer to GET of a webhook. */
export function showWebhook({ webhook, health }: WebhookWithHealth) {
  return fetched(presentWebhookState(webhook, health));
}
