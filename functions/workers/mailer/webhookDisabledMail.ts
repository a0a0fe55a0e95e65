import { type Appearance, appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { accountLocale, Reseller } from "../../../shared/entities/reseller.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import type { TextLanguage } from "../../../shared/vocabulary/texts.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";
import { headline, paragraph, type RenderedMail, renderMail } from "./renderMail.ts";
import { SERVICE_NAME, sendOnce } from "./sendOnce.ts";

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
        ...renderWebhookDisabled({
          ...{ ...accountLocale(reseller), appearance: appearanceOf(reseller), email },
          ...{
            endpoint: webhook.endpoint,
            reason: webhook.disabled_reason,
            account: reseller.name,
          },
          link: `${requireEnv("API_URL")}/console#/webhooks/${webhook_uuid}`,
        }),
      }),
    },
    clock,
  );
}

interface WebhookDisabledContent {
  language: TextLanguage;
  appearance: Appearance;
  endpoint: string;
  /** A `disabled_reason` of webhooks. */
  reason: string | undefined;
  /** The webhook's page in the console. */
  link: string;
  email: string;
  /** The name of the account. */
  account: string;
}

/** The mail in the account's language: why the webhook was disabled, and what to do. */
function renderWebhookDisabled(content: WebhookDisabledContent): RenderedMail {
  const { language, appearance, reason = "", link } = content;
  const { webhookDisabled: texts, common } = catalogues[language];
  const subject = texts.subject(new URL(content.endpoint).host);
  const why = { gone: texts.gone, operator: texts.operator }[reason] ?? texts.failing;
  return renderMail({
    ...{ language, appearance, subject, preview: why },
    parts: [headline(subject), paragraph(why), reason !== "operator" && paragraph(texts.todo)],
    button: { label: texts.button, link },
    footer: common.accountFooter(oneLine(content.email), oneLine(content.account)),
  });
}
