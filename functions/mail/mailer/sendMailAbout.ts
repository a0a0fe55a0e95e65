import { addLogFields } from "../../../shared/log.ts";
import type { Clock } from "../../../shared/time.ts";
import { sendOnboardingMail } from "./onboardingMail.ts";
import { type ReportMessage, sendReportMail } from "./reportMail.ts";
import type { Outcome } from "./sendOnce.ts";
import { sendWebhookDisabledMail } from "./webhookDisabledMail.ts";

/** Which mail to send. `is_held`: it was held, and failed when it was to be sent. */
export type MailMessage = { is_held?: true | undefined } & (
  | { onboarding: { reseller_uuid: string; user_uuid: string } }
  | { report: ReportMessage }
  | { webhook_disabled: { reseller_uuid: string; webhook_uuid: string } }
);

export async function sendMailAbout(message: MailMessage, clock: Clock): Promise<Outcome> {
  const occasion = { clock, isHeld: message.is_held ?? false };
  if ("onboarding" in message) {
    addLogFields(message.onboarding);
    return await sendOnboardingMail(message.onboarding, occasion);
  }
  if ("report" in message) {
    addLogFields({ reseller_uuid: message.report.reseller_uuid });
    return await sendReportMail(message.report, occasion);
  }
  addLogFields(message.webhook_disabled);
  return await sendWebhookDisabledMail(message.webhook_disabled, occasion);
}
