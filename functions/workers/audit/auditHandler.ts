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
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const end = clock.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
    const failed: string[] = [];
    const audited: string[] = [];
    const auditAll = async (records: SQSRecord[], count: number) => {
      const waiting = records.values();
      const work = async () => {
        for (const record of waiting) {
          const isDone = await withLogFields({ message_id: record.messageId }, () =>
            auditFromMessage(record, end, { ...settings, audited }),
          );
          if (!isDone) failed.push(record.messageId);
        }
      };
      await Promise.all(Array.from({ length: count }, work));
    };
    // One of the audits of these messages may have killed the call that had them before.
    const again = Records.filter(
      ({ attributes }) => Number(attributes.ApproximateReceiveCount) > 1,
    );
    await auditAll(
      Records.filter((record) => !again.includes(record)),
      atOnce,
    );
    await auditAll(again, 1);
    const day = dayOf(clock.now() / 1000);
    await addUsage(
      "audits",
      audited.map((reseller_uuid) => ({ reseller_uuid, day, count: 1 })),
    );
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
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
