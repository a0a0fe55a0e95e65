import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { AUDIT_MS } from "../../../shared/audit/limits.ts";
import { TooExpensive } from "../../../shared/audit/pages/threads.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { forEach } from "../../../shared/platform/forEach.ts";
import { addLogFields, log, withLogFields } from "../../../shared/platform/log.ts";
import { LATENESS, putMetrics, secondsLate } from "../../../shared/platform/metrics.ts";
import { logRetried } from "../../../shared/platform/queues/receiveMessages.ts";
import { type Clock, dayOf, timestamp } from "../../../shared/platform/time.ts";
import {
  dueIn,
  findStillDue,
  intervalMinutes,
  nextAudit,
  reschedule,
} from "../../../shared/uptime/audits.ts";
import { findSubscription, isWanted } from "../../../shared/uptime/subscription.ts";
import { addUsage } from "../../../shared/usage/writeUsage.ts";
import type { Audit, AuditJob, DoAudit } from "./crawlAndExamine.ts";
import { claimHost, releaseHost } from "./hostClaim.ts";
import { findProspect, progressOf } from "./prospects.ts";
import { recordAudit, TOO_EXPENSIVE } from "./recordAudit.ts";

/** The time at the end of a call that is reserved for writing results. */
const RESERVE_MS = 45_000;
/** An audit starts only if it has at least this share of `AUDIT_MS`. */
const LEAST_SHARE = 0.5;
/**
 * How long a claim outlasts its audit's deadline: enough to repeat the audit without pages and to write the results.
 */
const CLAIM_MARGIN_MS = 60_000;
/** After this many audits that died with their function, the website's pages are no longer read. */
const MAX_TRIES = 2;
/** An audit that is put off is due again after this time to twice this time. */
const PAUSE_MS = 60_000;

/** The tools of an audit. */
interface AuditTools {
  clock: Clock;
  audit: DoAudit;
}

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
    const auditAll = (records: SQSRecord[], count: number) =>
      forEach(records, count, async (record) => {
        const isDone = await withLogFields({ message_id: record.messageId }, () =>
          auditFromMessage(record, end, { ...settings, audited }),
        );
        if (!isDone) failed.push(record.messageId);
      });
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

/**
 * Audits a website that is due: claims its host, and writes the results. Puts the audit off while another audit of the
 * host runs. Returns whether a result was written.
 */
async function auditWebsite(
  check: CheckRecord,
  deadline: number,
  { clock, audit }: AuditTools,
): Promise<boolean> {
  const now = clock.now();
  const { reseller_uuid, business_uuid } = check;
  const business = { reseller_uuid, uuid: business_uuid };
  const customer = await findSubscription(business);
  // A customer that began as a prospect has the prospect's uuid.
  const { prospect, subscription = customer } = (!customer && (await findProspect(business))) || {};
  if (!isWanted("audit", subscription)) {
    const minutes = intervalMinutes("audit", subscription?.plan ?? {});
    await reschedule(check, nextAudit(check.uuid, minutes, new Date(now)));
    return false;
  }
  const claimed = await claimHost(check, { now, until: deadline + CLAIM_MARGIN_MS });
  if ("refusal" in claimed) {
    if (claimed.refusal === "busy") await putOff(check, now);
    return false;
  }
  const { claim } = claimed;
  const { plan } = subscription;
  try {
    const hasDied = claim.tries > MAX_TRIES;
    const readsDetails = prospect !== undefined;
    const job = {
      check,
      plan,
      deadline,
      readsDetails,
      ...(hasDied && { unreadable: TOO_EXPENSIVE }),
    };
    const onPage = prospect && progressOf(prospect, clock);
    const result = await auditOrSkipPages((each) => audit(each, onPage), job);
    return await recordAudit(check, result, { plan, prospect, now: new Date(clock.now()) });
  } finally {
    await releaseHost(claim);
  }
}

/** Runs an audit. If the website's pages are too expensive to read, runs it again without them. */
async function auditOrSkipPages(audit: DoAudit, job: AuditJob): Promise<Audit> {
  try {
    return await audit(job);
  } catch (error) {
    if (!(error instanceof TooExpensive) || job.unreadable !== undefined) throw error;
    log("warn", "a website is too expensive to read", { reason: error.message });
    return await audit({ ...job, unreadable: TOO_EXPENSIVE });
  }
}

/** Makes an audit due again in one to two minutes. The website's uuid spreads these times. */
async function putOff(check: CheckRecord, now: number) {
  const { uuid } = check;
  const pause = PAUSE_MS + (Number.parseInt(uuid.slice(-8), 16) % PAUSE_MS);
  await reschedule(check, timestamp(new Date(now + pause)));
}
