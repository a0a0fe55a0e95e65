import { ChangeMessageVisibilityCommand } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { requireEnv } from "../../shared/env.ts";
import { addLogFields, describeError, log, withLogFields } from "../../shared/log.ts";
import {
  CHECKS,
  FAILURES,
  LATENESS,
  POSTPONED,
  putMetrics,
  secondsLate,
} from "../../shared/metrics.ts";
import { queueClient } from "../../shared/queues/sendMessages.ts";
import { metered } from "../../shared/table/units.ts";
import { dayOf } from "../monitoring/days.ts";
import { comesFirst, dueIn, findStillDue } from "../monitoring/findChecks.ts";
import { addUsage } from "../usage/writeUsage.ts";
import { type AuditMeans, auditWebsite } from "./auditWebsite.ts";
import { isClaimed, postpone, retryAt } from "./claim.ts";
import { SITE_MS } from "./limits.ts";
import { payForAudit, SharedTime } from "./shareOfCall.ts";
import { hasRoom as hasMemory } from "./threadMemory.ts";

/** The time that a call keeps for writing the results. */
const RESERVE_MS = 60_000;
/** An audit that would have less than this share of `SITE_MS` is not started. */
const LEAST_SHARE = 0.5;
/** The delay after which a failed message is received again. */
const RETRY_SECONDS = 60;

/** How an audit function works. */
export interface AuditSettings extends AuditMeans {
  /** The number of websites that are audited at once. Default: the stage's. */
  atOnce?: number;
  /** The most milliseconds for one website. Default: 7 minutes. */
  siteMs?: number;
  /** Whether there is memory for one more audit. Default: the function's memory decides. */
  hasRoom?(): boolean;
}

/**
 * Audits the websites that the messages name, several at once, since an audit mostly waits for hosts. A
 * message whose audit fails is given back. A website for which no time is left is due again soon. A call that
 * dies does not count the audits that it has done for the usage.
 */
export function auditHandler(settings: AuditSettings) {
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const { clock, hasRoom = hasMemory, atOnce = Number(requireEnv("AUDIT_AT_ONCE")) } = settings;
    const end = clock.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
    const failed: SQSRecord[] = [];
    const times = new SharedTime(clock);
    const audited: string[] = [];
    const inTurn = Records.toSorted((a, b) => Number(comesFirst(b)) - Number(comesFirst(a)));
    await whileThereIsRoom(inTurn, { atOnce, hasRoom }, (record) =>
      withLogFields({ message_id: record.messageId }, async () => {
        if (await auditFromMessage(record, end, { ...settings, times, audited })) return;
        failed.push(record);
        // Not at the end of the call: the other audits may take long.
        await retrySoon(requireEnv(settings.queue), record);
      }),
    );
    const day = dayOf(clock.now() / 1000);
    await addUsage(
      "audits",
      audited.map((reseller_uuid) => ({ reseller_uuid, day, count: 1 })),
    );
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

/** Starts the work on each item, in order, as soon as there is room for it or no other work is under way. */
async function whileThereIsRoom<Item>(
  items: Item[],
  { atOnce, hasRoom }: { atOnce: number; hasRoom: () => boolean },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const underway = new Set<Promise<void>>();
  for (const item of items) {
    while (underway.size >= atOnce || (underway.size > 0 && !hasRoom()))
      await Promise.race(underway);
    const one = work(item).finally(() => underway.delete(one));
    underway.add(one);
  }
  await Promise.all(underway);
}

/**
 * Audits the websites that a message names, one after another; false if one of the audits failed. Adds the
 * reseller of each result that was written to `audited`.
 */
async function auditFromMessage(
  record: SQSRecord,
  end: number,
  settings: AuditSettings & { times: SharedTime; audited: string[] },
): Promise<boolean> {
  const { clock, siteMs = SITE_MS, times, audited } = settings;
  try {
    for (const check of await findStillDue(dueIn(record))) {
      addLogFields({ reseller_uuid: check.reseller_uuid, website_uuid: check.uuid });
      const now = clock.now();
      if (end - now < siteMs * LEAST_SHARE) {
        if (!isClaimed(check, now)) await postpone(check, retryAt(check, now));
        putMetrics({ [POSTPONED]: 1 });
        continue;
      }
      const due_at = check.waiting_since ?? check.due_at;
      putMetrics({ [LATENESS]: secondsLate({ due_at }, now), [CHECKS]: 1 });
      const secondsOf = times.begin();
      const units = { readUnits: 0, writeUnits: 0 };
      try {
        const audit = () => auditWebsite(check, Math.min(end, now + siteMs), settings);
        if (await metered(units, audit)) audited.push(check.reseller_uuid);
      } finally {
        await payForAudit(check, { ...units, seconds: secondsOf() });
      }
    }
    return true;
  } catch (error) {
    log("error", "an audit failed and will be tried again", describeError(error));
    putMetrics({ [FAILURES]: 1 });
    return false;
  }
}

/**
 * Makes a failed message visible again after a minute. Otherwise it stays hidden until its visibility
 * timeout ends, which is as long as the worker may take.
 */
async function retrySoon(QueueUrl: string, { receiptHandle }: SQSRecord) {
  const change = { QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: RETRY_SECONDS };
  await queueClient
    .send(new ChangeMessageVisibilityCommand(change))
    .catch((error) => log("warn", "a message will come again late", describeError(error)));
}
