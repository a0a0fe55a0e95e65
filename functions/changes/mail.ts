import type { AlertRecord } from "../../shared/entities/alerts.ts";
import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import { imagesOf } from "../events/change.ts";
import { sending } from "./part.ts";

/** Has the mailer welcome a new user, send an alert, and tell a reseller that a webhook was disabled. */
export const mail = sending("MAIL_QUEUE_URL", (change) => {
  const { entity, reseller_uuid, uuid } = change;
  if (entity === "user") {
    const message = { onboarding: { reseller_uuid, user_uuid: uuid } };
    return [{ message, group: reseller_uuid }];
  }
  if (entity === "alert") {
    const { addresses = [], due_at } = imagesOf<AlertRecord>(change).after ?? {};
    return addresses.map((uuid) => ({
      message: { alert: { reseller_uuid, uuid, due_at } },
      group: reseller_uuid,
    }));
  }
  const { before, after } = imagesOf<WebhookRecord>(change);
  if (!after?.disabled_at || after.disabled_at === before?.disabled_at) return [];
  const message = { webhook_disabled: { reseller_uuid, webhook_uuid: uuid } };
  return [{ message, group: reseller_uuid }];
});
