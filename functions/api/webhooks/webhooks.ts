import * as z from "zod/mini";
import {
  type DisabledReason,
  Webhook,
  type WebhookRecord,
  webhookFormats,
} from "../../../shared/entities/webhook.ts";
import { optional } from "../../../shared/fields/described.ts";
import { httpUrl, text } from "../../../shared/fields/fields.ts";
import { oneOf, rule, shortArray } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf, doneOf, fetchedOf, listOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created, deleted, done, fetched } from "../../../shared/http/responses.ts";
import { getReseller } from "../../../shared/limits/resellers.ts";
import { noteRemover } from "../../../shared/lists/changeListed.ts";
import { limitOf } from "../../../shared/lists/recordLimits.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import {
  retryOnConflict,
  transact,
  transactIfTrue,
} from "../../../shared/platform/table/transact.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { type EventType, eventTypes, usualEvents } from "../../../shared/webhooks/catalogue.ts";
import {
  enableWebhook as enable,
  findWebhooks,
  getWebhook,
  presentWebhook,
  requestTestEvent,
  webhookCreation,
  webhookRemoval,
} from "../../../shared/webhooks/webhook.ts";
import {
  deliverySchema,
  webhookSchema,
  webhookStateSchema,
} from "../../../shared/webhooks/webhookSchemas.ts";

/** Distinct types of event. Generated clients send an empty list where none was set. */
const wantedEvents = shortArray(
  eventTypes.length,
  `There are only ${eventTypes.length} types of event`,
  z.array(z.pipe(text("Event type"), oneOf("Events", eventTypes))).check(
    rule("unique", "Events must differ", (types) => new Set(types).size === types.length, {
      keywords: { uniqueItems: true },
    }),
  ),
);

const USUAL = `The types of event to send; empty or absent: ${usualEvents.map((type) => `\`${type}\``).join(", ")}.`;

/** The body of a new webhook. The URL is `endpoint`, or `hostname` if that is missing. */
const webhookBody = z
  .object({
    hostname: optional(httpUrl("Hostname"), "Another name of `endpoint`."),
    endpoint: z.optional(httpUrl("Endpoint")),
    events: optional(wantedEvents, USUAL),
    format: optional(
      oneOf("Format", webhookFormats),
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
function presentWebhookState(webhook: WebhookRecord): z.output<typeof webhookStateSchema> {
  return {
    ...presentWebhook(webhook),
    // `wantedEvents` accepts only these types.
    events: webhook.events as EventType[],
    format: webhook.format ?? ("standard" as const),
    disabled_at: webhook.disabled_at ?? null,
    disabled_reason: (webhook.disabled_reason as DisabledReason | undefined) ?? null,
    failing_since: webhook.health?.failing_since ?? null,
  };
}

/** Lists the reseller's webhooks, oldest first; `createWebhook` limits their number, so there are no pages. */
export const listWebhooks = endpoint({
  route: "GET /v1/webhooks",
  id: "listWebhooks",
  summary: "List your webhooks",
  details: "All webhooks, oldest first, on one page.",
  response: () => listOf(webhookSchema),
  async answer({ reseller_uuid }) {
    return fetched((await findWebhooks(reseller_uuid)).map(presentWebhook));
  },
});

export const fetchWebhook = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}",
  id: "fetchWebhook",
  summary: "Fetch a webhook and its state",
  response: () => fetchedOf(webhookStateSchema),
  async answer({ reseller_uuid, uuid }) {
    return fetched(presentWebhookState(await getWebhook({ reseller_uuid, uuid })));
  },
});

export const createWebhook = postEndpoint({
  route: "POST /v1/webhooks",
  id: "createWebhook",
  summary: "Register a webhook",
  details: "Send the URL as `endpoint` or as `hostname`. If both are sent, `endpoint` counts.",
  response: () => doneOf("Webhook created", webhookSchema),
  exampleBody: {
    endpoint: "https://hooks.example.com/in",
    events: ["website.down", "website.up"],
  },
  body: webhookBody,
  async answer({ reseller_uuid, body, keep }) {
    const now = timestamp();
    const webhook = {
      reseller_uuid,
      uuid: newUuid(),
      endpoint: body.endpoint ?? body.hostname ?? "",
      events: body.events?.length ? body.events : [...usualEvents],
      format: body.format,
      secret_generation: 1,
      test_count: 0,
      version: newUuid(),
      created_at: now,
      updated_at: now,
    };
    const answer = created("Webhook", presentWebhook(webhook));
    const field = body.endpoint ? "endpoint" : "hostname";
    const { most, exceeded } = limitOf(await getReseller(reseller_uuid), "max_webhooks", field);
    const written = await transactIfTrue(...webhookCreation(webhook, most), ...keep(answer));
    if (!written) throw exceeded;
  },
});

/** Enables a webhook unless an operator disabled it; sends the deliveries that are due, also if it was enabled. */
export const enableWebhook = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/enable",
  id: "enableWebhook",
  summary: "Enable a webhook",
  details:
    "Forgets the webhook's failures, and sends the deliveries that are due at once; those that failed before keep their schedule. A webhook that the provider has disabled (`disabled_reason`: `operator`) can be enabled only by the provider: 422.",
  refuses: true,
  response: () => doneOf("Webhook enabled", webhookStateSchema),
  async answer({ reseller_uuid, uuid, keep }) {
    await enable({ reseller_uuid, uuid }, (webhook) =>
      keep(done("Webhook enabled", presentWebhookState(webhook))),
    );
  },
});

/** Sends a test event to this webhook only, also if it is disabled or asks for other types. */
export const testWebhook = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/test",
  id: "testWebhook",
  summary: "Send a test event",
  details:
    "Sends it to this webhook only, even if the webhook is disabled or asked for other types.",
  response: () =>
    doneOf("Test event requested", z.strictObject({ event_id: deliverySchema.shape.event_id })),
  async answer({ reseller_uuid, uuid, keep }) {
    await requestTestEvent({ reseller_uuid, uuid }, (event_id) =>
      keep(done("Test event requested", { event_id })),
    );
  },
});

export const deleteWebhook = endpoint({
  route: "DELETE /v1/webhooks/{webhook_uuid}",
  id: "deleteWebhook",
  summary: "Delete a webhook",
  details: "Nothing more is sent to it.",
  response: () => deletedOf("Webhook"),
  async answer({ reseller_uuid, uuid }) {
    const key = { reseller_uuid, uuid };
    await retryOnConflict(async () => {
      const remover = await noteRemover(Webhook, key);
      if (remover === undefined) throw new RecordNotFound("webhooks");
      await transact(...webhookRemoval(key, remover));
    });
    return deleted("Webhook");
  },
});
