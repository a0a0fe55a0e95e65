import { appearanceOf } from "../../../shared/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { accountLocale, Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { requireEnv } from "../../../shared/env.ts";
import type { Clock } from "../../../shared/time.ts";
import { oneLine } from "./mailbox.ts";
import { headline, paragraph, renderMail } from "./renderMail.ts";
import { SERVICE_NAME, sendOnce } from "./sendOnce.ts";

/** How long the record of a mail is kept: longer than any message about it lives. */
const KEPT_DAYS = 60;

/** Tells a reseller with an address that a webhook was disabled, once a day for each webhook. */
export async function sendWebhookDisabledMail(
  { reseller_uuid, webhook_uuid }: { reseller_uuid: string; webhook_uuid: string },
  clock: Clock,
): Promise<void> {
  const [{ data: reseller }, { data: webhook }] = await Promise.all([
    Reseller.get({ uuid: reseller_uuid }).go({ consistent: true }),
    Webhook.get({ reseller_uuid, uuid: webhook_uuid }).go({ consistent: true }),
  ]);
  const { email } = reseller ?? {};
  const { disabled_at } = webhook ?? {};
  if (!reseller || !webhook || !email || !disabled_at) return;
  const occasion = `disabled-${disabled_at.slice(0, 10)}`;
  await sendOnce(
    {
      key: { reseller_uuid, about: "webhook", uuid: webhook_uuid, occasion },
      ...{ reseller, senderName: SERVICE_NAME },
      make: async () => ({
        to: email,
        ...render(reseller, webhook, email),
      }),
      expires_epoch: Math.floor(clock.now() / 1000) + KEPT_DAYS * 86_400,
    },
    clock,
  );
}

/** The mail in the account's language: why the webhook was disabled, and what to do. */
function render(
  reseller: ResellerRecord,
  { uuid, endpoint, disabled_reason = "" }: WebhookRecord,
  email: string,
) {
  const { language } = accountLocale(reseller);
  const { webhookDisabled: texts, onboarding } = catalogues[language];
  const subject = texts.subject(new URL(endpoint).host);
  const reason = { gone: texts.gone, operator: texts.operator }[disabled_reason] ?? texts.failing;
  return renderMail({
    ...{ language, appearance: appearanceOf(reseller), subject, preview: reason },
    parts: [
      paragraph(onboarding.greeting(undefined)),
      headline(subject),
      paragraph(reason),
      disabled_reason !== "operator" && paragraph(texts.todo),
    ],
    button: { label: texts.button, link: `${requireEnv("API_URL")}/console#/webhooks/${uuid}` },
    footer: texts.footer(oneLine(email), oneLine(reseller.name)),
  });
}
