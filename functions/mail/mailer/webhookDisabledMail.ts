import { Reseller } from "../../../shared/entities/reseller.ts";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { Clock } from "../../../shared/time.ts";
import { SERVICE_NAME, sendOnce } from "./sendOnce.ts";

/** How long the record of a mail is kept: longer than any message about it lives. */
const KEPT_DAYS = 60;

const REASONS: Readonly<Record<string, string>> = {
  gone: "its endpoint answered with the status 410 (Gone)",
  failing: "every attempt to deliver to it has failed for five days",
  operator: "an operator has disabled it",
};

/** Tells a reseller with an address that a webhook was disabled, once a day for each webhook. */
export async function sendWebhookDisabledMail(
  { reseller_uuid, webhook_uuid }: { reseller_uuid: string; webhook_uuid: string },
  clock: Clock,
): Promise<void> {
  const [{ data: reseller }, { data: webhook }] = await Promise.all([
    Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    Webhook.get({ reseller_uuid, uuid: webhook_uuid }).go({ consistent: true }),
  ]);
  if (!reseller?.email || !webhook?.disabled_at) return;
  await sendOnce(
    {
      key: {
        reseller_uuid,
        about: "webhook",
        uuid: webhook_uuid,
        occasion: `disabled-${webhook.disabled_at.slice(0, 10)}`,
      },
      reseller,
      senderName: SERVICE_NAME,
      mailing: {
        to: reseller.email,
        subject: `A webhook was disabled: ${new URL(webhook.endpoint).host}`,
        text: describe(webhook),
      },
      expires_epoch: Math.floor(clock.now() / 1000) + KEPT_DAYS * 86_400,
    },
    clock,
  );
}

function describe({ uuid, endpoint, disabled_at, disabled_reason = "" }: WebhookRecord): string {
  return [
    `The webhook ${uuid} was disabled at ${disabled_at}, because ${REASONS[disabled_reason] ?? "it can't be delivered to"}.`,
    `Its endpoint: ${new URL(endpoint).href}`,
    `No events are delivered to it until it is enabled again:\nPOST /v1/webhooks/${uuid}/enable`,
    `Pending deliveries are sent then. Until then you can read them:\nGET /v1/webhooks/${uuid}/deliveries`,
  ]
    .join("\n\n")
    .concat("\n");
}
