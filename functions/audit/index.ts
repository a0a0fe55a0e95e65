import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { comesFirst, findStillDue, readMessage } from "../../shared/checks/findChecks.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue, PUT_OFF_SHARD } from "../../shared/checks/schedule.ts";
import { findSubscriptions, isWanted } from "../../shared/checks/subscriptions.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
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
import { releaseHosts, takeHost } from "../../shared/pages/hostLease.ts";
import { atDoor } from "../../shared/queues/atDoor.ts";
import { comeBackSoon } from "../../shared/queues/comeBackSoon.ts";
import { Crowded } from "../../shared/threadMemory.ts";
import { type Clock, systemClock, timestamp } from "../../shared/time.ts";
import type { Shared } from "./analyse.ts";
import { CLAIM_MARGIN_MS, claim, isClaimed, noteCrawl, release } from "./claim.ts";
import { auditInThread, auditWithin } from "./guardedAudit.ts";
import { recordAudit } from "./recordAudit.ts";
import type { Audit, AuditJob } from "./runAudit.ts";
import { findShared, isLeft, SHARED_MS, share } from "./sharing.ts";
import { Superseded, whileAudited } from "./whileAudited.ts";
import { whileThereIsRoom } from "./whileThereIsRoom.ts";

/** Kept for writing the results. */
const RESERVE_MS = 60_000;
/** The most that a website may take: 500 pages, or fewer of a slow one. */
const SITE_MS = 420_000;
/** Nothing is begun that would have less of that than so much. */
const LEAST_SHARE = 0.5;
const WATCH_MS = 10_000;
/** An audit ends by itself when its time is over; so long after that it is ended, twice at most. */
const GRACE_MS = 10_000;
/** How long a website whose host is being audited waits at least, and again at most. */
const BUSY_MS = 60_000;

/** What an audit function is made with. */
export interface AuditSettings {
  clock: Clock;
  /** The variable with the URL of the queue that it works off. */
  queue: string;
  /** Does an audit; throws TooExpensive where its content takes too much. */
  audit(job: AuditJob, signal?: AbortSignal): Promise<Audit>;
  /** How many websites are audited at once; the stage's number unless told. */
  atOnce?: number;
  /** The most that one may take; 7 minutes unless told. */
  siteMs?: number;
  /** Whether there is memory for one more; that of the function unless told. */
  hasRoom?(): boolean;
  /** How often the website is looked up meanwhile; 10 s unless told. */
  watchMs?: number;
}

/**
 * Audits the websites that the messages name, several at once, since they mostly wait for hosts. A
 * message is given back when its audit fails; one for which no time is left is due again soon.
 */
export function auditHandler(settings: AuditSettings) {
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const { clock, hasRoom, atOnce = Number(requireEnv("AUDIT_AT_ONCE")) } = settings;
    const end = clock.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
    const failed: SQSRecord[] = [];
    const inTurn = Records.toSorted((a, b) => Number(comesFirst(b)) - Number(comesFirst(a)));
    await whileThereIsRoom(inTurn, { atOnce, hasRoom }, (record) =>
      withLogFields({ message_id: record.messageId }, async () => {
        if (await auditWebsites(record, end, settings)) return;
        failed.push(record);
        // The others may take long.
        await comeBackSoon(requireEnv(settings.queue), [record]);
      }),
    );
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };
}

export const handler = atDoor(
  auditHandler({
    clock: systemClock,
    audit: auditInThread,
    queue: "AUDIT_QUEUE_URL",
  }),
);

/** Audits the websites that a message names; true when all of it was done. */
async function auditWebsites(
  record: SQSRecord,
  end: number,
  settings: AuditSettings,
): Promise<boolean> {
  const { clock, siteMs = SITE_MS } = settings;
  try {
    for (const check of await findStillDue("audit", readMessage(record))) {
      addLogFields({ reseller_uuid: check.reseller_uuid, website_uuid: check.uuid });
      const now = clock.now();
      if (end - now < siteMs * LEAST_SHARE) {
        if (!isClaimed(check, now)) await postpone(check, retryAt(check, now));
        putMetrics({ [POSTPONED]: 1 });
        continue;
      }
      const due_at = check.waiting_since ?? check.due_at;
      putMetrics({ [LATENESS]: secondsLate({ due_at }, now), [CHECKS]: 1 });
      await audit(check, Math.min(end, now + siteMs), settings);
    }
    return true;
  } catch (error) {
    log("error", "an audit failed and will be tried again", describeError(error));
    putMetrics({ [FAILURES]: 1 });
    return false;
  }
}

async function audit(check: CheckRecord<"audit">, deadline: number, settings: AuditSettings) {
  const { clock } = settings;
  const now = clock.now();
  const subscription = (await findSubscriptions([check], now)).get(check.business_uuid);
  if (!isWanted("audit", subscription)) {
    const minutes = intervalMinutes("audit", subscription?.plan ?? {});
    await reschedule(check, nextDue(check.uuid, minutes, new Date(now)));
    return;
  }
  if (!(await claim(check, { now, deadline }))) return;
  const { plan } = subscription;
  try {
    const shared = check.requested_at ? { parts: {} } : await findShared(check.hostname, now);
    if (!isLeft(plan, shared)) return await auditSite(check, { plan, deadline, shared }, settings);
    const later = mayCrawlAt(check);
    if (later > now) return void (await postpone(check, later));
    const until = deadline + CLAIM_MARGIN_MS;
    const lease = await takeHost(check.hostname, { holder: check.uuid, now, until });
    if (!lease) return void (await postpone(check, retryAt(check, now)));
    try {
      await auditSite(check, { plan, deadline, shared, lease }, settings);
    } finally {
      await releaseHosts(lease);
    }
  } catch (error) {
    const isOurs = error instanceof Superseded || error instanceof Crowded;
    if (isOurs) await noteCrawl(check, timestamp(new Date(clock.now())));
    if (error instanceof Crowded) {
      // It is large: beside others of its kind it comes first, and is the last to be ended.
      await postpone({ ...check, shard: PUT_OFF_SHARD }, clock.now() + SHARED_MS);
      putMetrics({ [POSTPONED]: 1 });
    } else await release(check);
    if (!isOurs) throw error;
    log("info", "an audit has ended", { reason: error.message });
  }
}

/** Audits a website as far as it is not known, for itself and for others of its host name. */
async function auditSite(
  check: CheckRecord<"audit">,
  { shared, ...job }: Pick<AuditJob, "plan" | "deadline" | "lease"> & { shared: Shared },
  { clock, audit, watchMs = WATCH_MS }: AuditSettings,
) {
  const startedAt = clock.now();
  const done = await auditWithin(
    async (one) => {
      const until = Math.max(job.deadline, clock.now()) + GRACE_MS;
      const watching = { watchMs, isLate: () => clock.now() > until };
      return await whileAudited(check, watching, (signal) => audit(one, signal));
    },
    { ...job, check, shared },
  );
  const at = clock.now();
  if (done.isBusy) return void (await postpone(check, retryAt(check, at)));
  await share(check.hostname, done, { known: shared, at });
  await recordAudit(check, done, {
    plan: job.plan,
    now: new Date(at),
    tookMs: at - startedAt,
  });
}

/** From when on a website may be read again, in milliseconds since 1970; an operator need not wait. */
function mayCrawlAt({ crawled_at, requested_at }: CheckRecord<"audit">): number {
  const crawled = crawled_at && !requested_at ? Date.parse(crawled_at) : 0;
  return crawled > 0 ? crawled + SHARED_MS : 0;
}

/** When a host that is being audited is asked for again: a moment of each website's own. */
function retryAt({ uuid }: CheckRecord<"audit">, now: number): number {
  return now + BUSY_MS + (Number.parseInt(uuid.slice(-8), 16) % BUSY_MS);
}

async function postpone(check: CheckRecord<"audit">, until: number) {
  const { requested_at, waiting_since = check.due_at } = check;
  const changes = { waiting_since, ...(requested_at && { requested_at }) };
  await reschedule(check, timestamp(new Date(until)), changes);
}
