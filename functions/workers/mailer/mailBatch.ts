import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { addLogFields } from "../../../shared/platform/log.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { sendAlert } from "./alertMail.ts";
import { makeDueAlert } from "./makeDueAlert.ts";
import { sendOnboardingMail } from "./onboardingMail.ts";
import { sendDueReport } from "./sendDueReport.ts";
import { sendWebhookDisabledMail } from "./webhookDisabledMail.ts";

const due = z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() });

const message = z.union([
  z.strictObject({ onboarding: z.object({ reseller_uuid: z.uuid(), user_uuid: z.uuid() }) }),
  z.strictObject({
    webhook_disabled: z.object({ reseller_uuid: z.uuid(), webhook_uuid: z.uuid() }),
  }),
  z.strictObject({ reports: z.array(due) }),
  z.strictObject({ alerts: z.array(due) }),
  z.strictObject({ alert: due }),
]);

/**
 * The handler that sends the mails that messages name. A message may come twice, late, or after its user
 * or webhook was deleted. Only messages that fail return to the queue.
 */
export function mailerHandler(clock: Clock) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const text = "a mail was not sent and will be tried again";
    return await perMessage(Records, (record) => sendMail(record, clock), text);
  };
}

async function sendMail({ body }: SQSRecord, clock: Clock) {
  const wanted = message.parse(JSON.parse(body));
  if ("reports" in wanted) {
    for (const due of wanted.reports) await sendDueReport(due, clock);
  } else if ("alerts" in wanted) {
    for (const due of wanted.alerts) await makeDueAlert(due, clock);
  } else if ("alert" in wanted) {
    addLogFields(wanted.alert);
    await sendAlert(wanted.alert, clock);
  } else if ("onboarding" in wanted) {
    addLogFields(wanted.onboarding);
    await sendOnboardingMail(wanted.onboarding, clock);
  } else {
    addLogFields(wanted.webhook_disabled);
    await sendWebhookDisabledMail(wanted.webhook_disabled, clock);
  }
}
