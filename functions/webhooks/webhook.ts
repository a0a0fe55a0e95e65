import * as z from "zod/mini";
import type { DisabledReason, WebhookRecord } from "../../shared/entities/webhook.ts";
import type { WebhookHealthRecord } from "../../shared/entities/webhookHealth.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { described } from "../../shared/fields/described.ts";
import { httpUrl, text } from "../../shared/fields/fields.ts";
import { fetched } from "../../shared/http/responses.ts";
import { oneOf, rule, shortArray } from "../../shared/http/validationErrors.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";

import { type EventType, eventTypes } from "../events/catalogue.ts";
import { presentWebhook } from "../events/presentWebhook.ts";
import { findWebhook } from "../events/webhook.ts";
import type { webhookStateSchema } from "../events/webhookSchemas.ts";

/** The distinct types of event that a webhook receives; without it, all types. */
const wantedEvents = shortArray(
  eventTypes.length,
  z.array(z.pipe(text("Event type"), oneOf("Events", eventTypes))).check(
    rule("min", "Events must not be empty", (types) => types.length > 0, {
      keywords: { minItems: 1 },
    }),
    rule("unique", "Events must differ", (types) => new Set(types).size === types.length, {
      keywords: { uniqueItems: true },
    }),
  ),
);

/** The body of a new webhook. The URL is `endpoint`, or `hostname` if that is missing. */
export const webhookBody = z
  .object({
    hostname: described(z.optional(httpUrl("Hostname")), "Another name of `endpoint`."),
    endpoint: z.optional(httpUrl("Endpoint")),
    events: described(z.optional(wantedEvents), "The types of event to send; without it, all."),
  })
  .check(
    rule(
      "required",
      "Endpoint or hostname is required",
      ({ hostname, endpoint }) => (endpoint ?? hostname) !== undefined,
      {
        field: "hostname",
        keywords: { anyOf: [{ required: ["hostname"] }, { required: ["endpoint"] }] },
      },
    ),
  );

/** A webhook with the events that it asks for (null: all) and the state of its endpoint. */
export function presentWebhookState(
  webhook: WebhookRecord,
  health?: WebhookHealthRecord,
): z.output<typeof webhookStateSchema> {
  return {
    ...presentWebhook(webhook),
    // `wantedEvents` accepts only these types.
    events: (webhook.events as EventType[] | undefined) ?? null,
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
