import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { AUDIT_MS } from "../../../shared/audit/limits.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { addLogFields, withLogFields } from "../../../shared/platform/log.ts";
import { LATENESS, putMetrics, secondsLate } from "../../../shared/platform/metrics.ts";
import { logRetried } from "../../../shared/platform/queues/receiveMessages.ts";
import { dayOf } from "../../../shared/platform/time.ts";
import { dueIn, findStillDue } from "../../../shared/uptime/audits.ts";
import { addUsage } from "../../../shared/usage/writeUsage.ts";
import { type AuditTools, auditWebsite, putOff } from "./auditWebsite.ts";

/** The time at the end of a call that is reserved for writing results. */
const RESERVE_MS = 45_000;
/** An audit starts only if it has at least this share of `AUDIT_MS`. */
const LEAST_SHARE = 0.5;

interface AuditSettings extends AuditTools {
  /** How many audits run at once in this process. Default: the stage's. */
  atOnce?: number;
  /** The most milliseconds for one website. Default: 2 minutes. */
  auditMs?: number;
}

/**
 * Audits the websites that the messages name, several at once, since an audit mostly waits for hosts. A message whose
 * audit fails is returned to the queue. A website for which no time remains is due again soon. A call that dies does
 * not count its audits for the usage.
 */
export function auditHandler(settings: AuditSettings) {
  const { clock, atOnce = Number(requireEnv("AUDIT_AT_ONCE")) } = settings;
  const acquire = slots(atOnce);
  const acquireAlone = slots(1);
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const end = clock.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
    const failed: string[] = [];
    const audited: string[] = [];
    const auditFrom = async (record: SQSRecord) => {
      // One of the audits of this message may have killed the call that had it before.
      const isAgain = Number(record.attributes.ApproximateReceiveCount) > 1;
      const leaveAlone = isAgain ? await acquireAlone() : undefined;
      const leave = await acquire();
      const isDone = await withLogFields({ message_id: record.messageId }, () =>
        auditFromMessage(record, end, { ...settings, audited }),
      ).finally(() => {
        leave();
        leaveAlone?.();
      });
      if (!isDone) failed.push(record.messageId);
    };
    await Promise.all(Records.map(auditFrom));
    const day = dayOf(clock.now() / 1000);
    await addUsage(
      "audits",
      audited.map((reseller_uuid) => ({ reseller_uuid, day, count: 1 })),
    );
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** A semaphore with this many slots, in the order of the calls. Resolves with a function that frees the slot. */
function slots(count: number): () => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = count;
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return leave;
  };
}

/**
 * Audits the websites that a message names, one after another; false if one of the audits failed. Adds the
 * reseller of each result that was written to `audited`.
 */
async function auditFromMessage(
  record: SQSRecord,
  end: number,
  settings: AuditSettings & { audited: string[] },
): Promise<boolean> {
  const { clock, auditMs = AUDIT_MS, audited } = settings;
  try {
    for (const check of await findStillDue(dueIn(record))) {
      addLogFields({ reseller_uuid: check.reseller_uuid, website_uuid: check.uuid });
      const now = clock.now();
      if (end - now < auditMs * LEAST_SHARE) {
        await putOff(check, now);
        continue;
      }
      putMetrics({ [LATENESS]: secondsLate(check, now) });
      if (await auditWebsite(check, Math.min(end, now + auditMs), settings))
        audited.push(check.reseller_uuid);
    }
    return true;
  } catch (error) {
    logRetried("an audit failed and will be tried again", error);
    return false;
  }
}
