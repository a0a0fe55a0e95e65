import * as z from "zod/mini";
import type { WebhookRecord } from "../entities/webhook.ts";
import { time, uuid } from "./common.ts";

/** A webhook as section 2.9 of the specification shows it. */
export const webhookSchema = z.strictObject({
  uuid,
  endpoint: z.string(),
  created_at: time,
  updated_at: time,
});

export function presentWebhook(webhook: WebhookRecord) {
  return {
    uuid: webhook.uuid,
    endpoint: webhook.endpoint,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  };
}
