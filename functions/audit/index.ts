import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { findStillDue, readMessage } from "../../shared/checks/dueCheck.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import { findSubscriptions } from "../../shared/checks/subscriptions.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { describeError, log } from "../../shared/log.ts";
import { claim, release } from "./claim.ts";
import { recordAudit } from "./recordAudit.ts";
import { runAudit } from "./runAudit.ts";

/** Kept for writing the results. */
const RESERVE_MS = 60_000;

/** Audits the websites that the messages name; a message is given back when its audit fails. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  for (const record of Records) {
    try {
      const deadline = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
      for (const check of await findStillDue("audit", readMessage(record))) {
        await audit(check, deadline);
      }
    } catch (error) {
      log("error", "an audit failed and will be tried again", describeError(error));
      failed.push(record.messageId);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

async function audit(check: CheckRecord, deadline: number) {
  const subscriptions = await findSubscriptions([check]);
  const { plan, suspended } = subscriptions.get(check.business_uuid) ?? {};
  if (!plan || suspended) {
    await reschedule(check, nextDue(check.uuid, intervalMinutes("audit", plan ?? {}), new Date()));
    return;
  }
  if (!(await claim(check, deadline))) return;
  try {
    await recordAudit(check, plan, await runAudit(check, plan, deadline));
  } catch (error) {
    log("error", "audit", { website_uuid: check.uuid, outcome: "failed" });
    await release(check);
    throw error;
  }
}
