import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import { imagesOf } from "../../shared/events/change.ts";
import { sending } from "./part.ts";

/** A new user is welcomed, and a reseller is told of a webhook that was disabled, by the mailer. */
export const mail = sending("MAIL_QUEUE_URL", (change) => {
  const { entity, reseller_uuid, uuid } = change;
  if (entity === "user" && !change.before) {
    const message = { onboarding: { reseller_uuid, user_uuid: uuid } };
    return [{ message, group: reseller_uuid }];
  }
  const { before, after } = imagesOf<WebhookRecord>(change);
  if (entity === "webhook" && after?.disabled_at && after.disabled_at !== before?.disabled_at) {
    const message = { webhook_disabled: { reseller_uuid, webhook_uuid: uuid } };
    return [{ message, group: reseller_uuid }];
  }
  return [];
});
