import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { findStillDue, readMessage } from "../../shared/checks/dueCheck.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import { findSubscriptions, isWanted } from "../../shared/checks/subscriptions.ts";
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
    const deadline = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
    if (!(await isDone(record, deadline))) failed.push(record.messageId);
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

async function isDone(record: SQSRecord, deadline: number): Promise<boolean> {
  let website_uuid: string | undefined;
  try {
    for (const check of await findStillDue("audit", readMessage(record))) {
      website_uuid = check.uuid;
      await audit(check, deadline);
    }
    return true;
  } catch (error) {
    const { messageId } = record;
    log("error", "an audit failed and will be tried again", {
      messageId,
      website_uuid,
      ...describeError(error),
    });
    return false;
  }
}

async function audit(check: CheckRecord, deadline: number) {
  const subscription = (await findSubscriptions([check])).get(check.business_uuid);
  if (!isWanted("audit", subscription)) {
    const minutes = intervalMinutes("audit", subscription?.plan ?? {});
    await reschedule(check, nextDue(check.uuid, minutes, new Date()));
    return;
  }
  if (!(await claim(check, deadline))) return;
  const { plan } = subscription;
  try {
    await recordAudit(check, plan, await runAudit(check, plan, deadline));
  } catch (error) {
    await release(check);
    throw error;
  }
}
