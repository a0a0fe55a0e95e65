import type * as z from "zod/mini";
import type { WebhookRecord } from "../entities/webhook.ts";
import type { webhookSchema } from "./webhookSchemas.ts";

/** A webhook as section 2.9 of the specification shows it. */
export function presentWebhook(webhook: WebhookRecord): z.output<typeof webhookSchema> {
  return {
    uuid: webhook.uuid,
    endpoint: webhook.endpoint,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  };
}
