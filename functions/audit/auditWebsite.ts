import type { CheckRecord } from "../../shared/entities/check.ts";
import { log } from "../../shared/log.ts";
import { POSTPONED, putMetrics } from "../../shared/metrics.ts";
import { type Clock, timestamp } from "../../shared/time.ts";
import { intervalMinutes, nextAudit, PUT_OFF_SHARD, reschedule } from "../monitoring/dueTimes.ts";
import { findSubscriptions, isWanted } from "../monitoring/findSubscriptions.ts";
import { NOTHING_SHARED, type Shared } from "./analyse.ts";
import { auditOrSkipPages, type DoAudit, Superseded, whileUnchanged } from "./auditInThread.ts";
import { CLAIM_MARGIN_MS, claim, noteCrawl, postpone, release, waitForHost } from "./claim.ts";
import type { AuditJob } from "./crawlAndAnalyse.ts";
import { releaseHosts, takeHost } from "./pages/hostLease.ts";
import { recordAudit } from "./recordAudit.ts";
import { findShared, hasUnsharedParts, SHARED_MS, share } from "./sharing.ts";
import { EndedForMemory } from "./threadMemory.ts";

const WATCH_MS = 10_000;
/** An audit is ended this long after its deadline. A second try, which reads no pages, gets as long again. */
const GRACE_MS = 10_000;

/** What an audit is done with. */
export interface AuditMeans {
  clock: Clock;
  audit: DoAudit;
  /** The variable with the URL of the function's queue. */
  queue: string;
  /** How often the website is looked up during its audit. Default: 10 s. */
  watchMs?: number;
}

/**
 * Audits a website that is due: claims the audit, leases the host, and writes what was found. If all that
 * the plan wants is shared by an earlier audit, no lease is taken. While the host is busy, the audit is
 * postponed. Returns whether a result was written.
 */
export async function auditWebsite(
  check: CheckRecord,
  deadline: number,
  settings: AuditMeans,
): Promise<boolean> {
  const { clock } = settings;
  const now = clock.now();
  const subscription = (await findSubscriptions([check], now)).get(check.business_uuid);
  if (!isWanted("audit", subscription)) {
    const minutes = intervalMinutes("audit", subscription?.plan ?? {});
    await reschedule(check, nextAudit(check.uuid, minutes, new Date(now)));
    return false;
  }
  if (!(await claim(check, { now, deadline }))) return false;
  const { plan } = subscription;
  try {
    const shared = check.requested_at ? NOTHING_SHARED : await findShared(check.hostname, now);
    const job = { plan, deadline, shared };
    if (!hasUnsharedParts(plan, shared)) return await auditAndRecord(check, job, settings);
    const later = mayCrawlAt(check);
    if (later > now) {
      await postpone(check, later);
      return false;
    }
    const until = deadline + CLAIM_MARGIN_MS;
    const { uuid: holder, reseller_uuid, hostname } = check;
    const reader = { holder, reseller_uuid, readFor: "website" as const };
    const lease = await takeHost(hostname, { ...reader, now, until });
    if (!lease) {
      await waitForHost(check, hostname, { now, queue: settings.queue });
      return false;
    }
    try {
      return await auditAndRecord(check, { ...job, lease }, settings);
    } finally {
      await releaseHosts(lease);
    }
  } catch (error) {
    const isEnded = error instanceof Superseded || error instanceof EndedForMemory;
    if (isEnded) await noteCrawl(check, timestamp(new Date(clock.now())));
    if (error instanceof EndedForMemory) {
      // It held the most memory. At its next try it is the last to be ended when memory is short.
      await postpone({ ...check, shard: PUT_OFF_SHARD }, clock.now() + SHARED_MS);
      putMetrics({ [POSTPONED]: 1 });
    } else await release(check);
    if (!isEnded) throw error;
    log("info", "an audit has ended", { reason: error.message });
    return false;
  }
}

/** Does an audit, shares what it found out, and writes the findings. Returns whether these were written. */
async function auditAndRecord(
  check: CheckRecord,
  { shared, ...job }: Pick<AuditJob, "plan" | "deadline" | "lease"> & { shared: Shared },
  { clock, audit, queue, watchMs = WATCH_MS }: AuditMeans,
): Promise<boolean> {
  const startedAt = clock.now();
  const done = await auditOrSkipPages(
    async (one) => {
      const until = Math.max(job.deadline, clock.now()) + GRACE_MS;
      const watching = { watchMs, isLate: () => clock.now() > until };
      return await whileUnchanged(check, watching, (signal) => audit(one, signal));
    },
    { ...job, check, shared },
  );
  const at = clock.now();
  if (done.busyAt !== undefined) {
    await waitForHost(check, done.busyAt, { now: at, queue });
    return false;
  }
  await share(check.hostname, done, { known: shared, at });
  return await recordAudit(check, done, {
    plan: job.plan,
    now: new Date(at),
    tookMs: at - startedAt,
  });
}

/** The earliest time to read a website again, in milliseconds since 1970. A requested audit need not wait. */
function mayCrawlAt({ crawled_at, requested_at }: CheckRecord): number {
  const crawled = crawled_at && !requested_at ? Date.parse(crawled_at) : 0;
  return crawled > 0 ? crawled + SHARED_MS : 0;
}
