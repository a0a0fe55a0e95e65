import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { findStillDue, readMessage } from "../../shared/checks/findChecks.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import { findSubscriptions, isWanted } from "../../shared/checks/subscriptions.ts";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
import { describeError, log } from "../../shared/log.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { type Clock, systemClock, timestamp } from "../../shared/time.ts";
import { auditInThread, auditWithin } from "./guardedAudit.ts";
import { recordAudit } from "./recordAudit.ts";
import type { Audit, AuditJob } from "./runAudit.ts";

/** Kept for writing the results. */
const RESERVE_MS = 60_000;
/** So long after its deadline an audit that has not ended is taken for dead. */
const CLAIM_MARGIN_MS = 120_000;

/** What an audit function is made with. */
export interface AuditSettings {
  clock: Clock;
  /** Does an audit; throws TooExpensive where its content takes too much. */
  audit(job: AuditJob): Promise<Audit>;
}

/** Audits the websites that the messages name; a message is given back when its audit fails. */
export function auditHandler(settings: AuditSettings) {
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const failed: string[] = [];
    for (const record of Records) {
      const { clock } = settings;
      const deadline = clock.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
      const done = await auditWebsites(record, deadline, settings);
      if (!done) failed.push(record.messageId);
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

export const handler = auditHandler({ clock: systemClock, audit: auditInThread });

/** Audits the websites that a message names; true when all of it was done. */
async function auditWebsites(
  record: SQSRecord,
  deadline: number,
  settings: AuditSettings,
): Promise<boolean> {
  let website_uuid: string | undefined;
  try {
    for (const check of await findStillDue("audit", readMessage(record))) {
      website_uuid = check.uuid;
      await audit(check, deadline, settings);
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

async function audit(check: CheckRecord<"audit">, deadline: number, settings: AuditSettings) {
  const { clock } = settings;
  const startedAt = clock.now();
  const subscription = (await findSubscriptions([check], startedAt)).get(check.business_uuid);
  if (!isWanted("audit", subscription)) {
    const minutes = intervalMinutes("audit", subscription?.plan ?? {});
    await reschedule(check, nextDue(check.uuid, minutes, new Date(startedAt)));
    return;
  }
  if (!(await claim(check, { now: startedAt, deadline }))) return;
  const { plan } = subscription;
  try {
    const done = await auditWithin(settings.audit, { check, plan, deadline });
    await recordAudit(check, done, { plan, now: new Date(clock.now()) });
  } catch (error) {
    await release(check);
    throw error;
  }
}

/**
 * Takes an audit that is due, so that a second delivery of its message does not crawl the website
 * as well. False when somebody else is at it, or has done it. Whoever dies loses the claim in time.
 */
export async function claim(
  check: CheckRecord<"audit">,
  { now, deadline }: { now: number; deadline: number },
): Promise<boolean> {
  const { reseller_uuid, uuid, kind } = check;
  const claimed = await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .set({ claimed_until: timestamp(new Date(deadline + CLAIM_MARGIN_MS)) })
      .where(
        ({ due_at, claimed_until }, { eq, lt, notExists }) =>
          `${eq(due_at, check.due_at)} AND (${notExists(claimed_until)} OR ${lt(claimed_until, timestamp(new Date(now)))})`,
      )
      .go(),
  );
  return claimed !== undefined;
}

/** Gives up a claim, so that whoever tries again need not wait until it ends by itself. */
async function release(check: CheckRecord<"audit">): Promise<void> {
  const { reseller_uuid, uuid, kind } = check;
  await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .remove(["claimed_until"])
      .where(({ due_at }, { eq }) => eq(due_at, check.due_at))
      .go(),
  );
}
