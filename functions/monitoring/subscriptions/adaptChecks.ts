import { Check, type CheckRecord, checkKinds } from "../../../shared/entities/check.ts";
import { pagesIn } from "../../../shared/lists/walk.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { batchGet, lookup } from "../../../shared/table/batch.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { readUptime } from "../bucketHours.ts";
import { isInBucket } from "../buckets.ts";
import { intervalMinutes, nextAudit, reschedule } from "../dueTimes.ts";
import { isWanted, loadSubscriptions, type Subscription } from "../findSubscriptions.ts";

/**
 * Makes the checks of a business due that no longer match its subscription: an uptime check now, so that
 * the worker sees whether and how often it is wanted; an audit as early as its plan says.
 */
export async function adaptChecks({ reseller_uuid, uuid }: OwnedKey) {
  const subscription = (await loadSubscriptions([{ reseller_uuid, uuid }])).get(uuid);
  const errors: unknown[] = [];
  for await (const page of pagesIn(websites.list({ reseller_uuid, business_uuid: uuid }))) {
    const checks = await batchGet(
      ...page.flatMap(({ uuid }) =>
        checkKinds.map((kind) =>
          lookup<CheckRecord>(Check, { reseller_uuid, uuid: String(uuid), kind }),
        ),
      ),
    );
    const results = await Promise.allSettled(
      checks.map(async (check) => {
        if (check?.kind === "uptime") await adaptUptime(check, subscription);
        if (check?.kind === "audit") await adaptAudit(check, subscription);
      }),
    );
    // A check that fails stops no other, on this page or a later one.
    errors.push(...results.flatMap((one) => (one.status === "rejected" ? one.reason : [])));
  }
  if (errors.length > 0)
    throw new AggregateError(errors, "Not all checks of a business could be adapted");
}

async function adaptUptime(check: CheckRecord<"uptime">, subscription: Subscription | undefined) {
  if (!isStale(check, subscription)) return;
  const memory = await readUptime(check);
  if (memory) await reschedule(check, timestamp(), { memory });
}

/** An audit that was put off, or whose website could not be read, is due within this time. */
const RETRY_MS = 3_600_000;

/** Makes a first audit due now and any other at its regular time, unless it is already due sooner. */
async function adaptAudit(check: CheckRecord<"audit">, subscription: Subscription | undefined) {
  if (!isWanted("audit", subscription)) return;
  const now = new Date();
  if (Date.parse(check.due_at) <= now.getTime() + RETRY_MS) return;
  const isFirst = check.results.length === 0;
  const minutes = intervalMinutes("audit", subscription.plan);
  const due_at = isFirst ? timestamp(now) : nextAudit(check.uuid, minutes, now);
  if (due_at < check.due_at) await reschedule(check, due_at);
}

/**
 * Whether a website is in a bucket that it should not be in, waits for longer than its interval, or is
 * shown as down though it is not probed any more.
 */
function isStale(check: CheckRecord<"uptime">, subscription: Subscription | undefined): boolean {
  const wanted = isWanted("uptime", subscription);
  const minutes = intervalMinutes("uptime", subscription?.plan ?? {});
  if (isInBucket(check)) return !wanted || check.target.minutes !== minutes;
  if (!wanted) return check.memory.down_since !== undefined;
  return Date.parse(check.due_at) > Date.now() + minutes * 60_000;
}
