import { addLogFields } from "../../../shared/log.ts";
import type { Clock } from "../../../shared/time.ts";
import { sendOnboardingMail } from "./onboardingMail.ts";
import { type ReportMessage, sendReportMail } from "./reportMail.ts";
import { sendWebhookDisabledMail } from "./webhookDisabledMail.ts";

/** Which mail to send. */
type MailMessage =
  | { onboarding: { reseller_uuid: string; user_uuid: string } }
  | { report: ReportMessage }
  | { webhook_disabled: { reseller_uuid: string; webhook_uuid: string } };

export async function sendMailAbout(message: MailMessage, clock: Clock): Promise<void> {
  if ("onboarding" in message) {
    addLogFields(message.onboarding);
    return await sendOnboardingMail(message.onboarding, clock);
  }
  if ("report" in message) {
    addLogFields({ reseller_uuid: message.report.reseller_uuid });
    return await sendReportMail(message.report, clock);
  }
  addLogFields(message.webhook_disabled);
  return await sendWebhookDisabledMail(message.webhook_disabled, clock);
}
