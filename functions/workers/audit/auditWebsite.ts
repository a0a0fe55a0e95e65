import { TooExpensive } from "../../../shared/audit/pages/threads.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { log } from "../../../shared/platform/log.ts";
import { type Clock, timestamp } from "../../../shared/platform/time.ts";
import { intervalMinutes, nextAudit, reschedule } from "../../../shared/uptime/audits.ts";
import { findSubscription, isWanted } from "../../../shared/uptime/subscription.ts";
import type { Audit, AuditJob, DoAudit } from "./crawlAndExamine.ts";
import { claimHost, releaseHost } from "./hostClaim.ts";
import { findProspect, progressOf } from "./prospects.ts";
import { TOO_EXPENSIVE } from "./readability.ts";
import { recordAudit } from "./recordAudit.ts";

/**
 * How long a claim outlasts its audit's deadline: enough to repeat the audit without pages and to write the results.
 */
const CLAIM_MARGIN_MS = 60_000;
/** After this many audits that died with their function, the website's pages are no longer read. */
const MAX_TRIES = 2;
/** An audit that is put off is due again after this time to twice this time. */
const PAUSE_MS = 60_000;

/** The tools of an audit. */
export interface AuditTools {
  clock: Clock;
  audit: DoAudit;
}

/**
 * Audits a website that is due: claims its host, and writes the results. Puts the audit off while another audit of the
 * host runs. Returns whether a result was written.
 */
export async function auditWebsite(
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
export async function putOff(check: CheckRecord, now: number) {
  const { uuid } = check;
  const pause = PAUSE_MS + (Number.parseInt(uuid.slice(-8), 16) % PAUSE_MS);
  await reschedule(check, timestamp(new Date(now + pause)));
}
