import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { requireEnv } from "../../../shared/env.ts";
import { pagesIn } from "../../../shared/lists/walk.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { sendAll } from "../../../shared/queues/sendMessages.ts";
import { batchGet, lookup } from "../../../shared/table/batch.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { intervalMinutes, nextAudit, reschedule } from "../dueTimes.ts";
import { followWebsite } from "../followWebsite.ts";
import { separateMessages } from "../probing.ts";
import { findSubscription, isWanted, type Subscription } from "../subscription.ts";

/**
 * Makes the websites of a business match its subscription: their monitors at once, and audits as early as its
 * plan says.
 */
export async function adaptChecks({ reseller_uuid, uuid }: OwnedKey) {
  const subscription = await findSubscription({ reseller_uuid, uuid });
  const errors: unknown[] = [];
  for await (const page of pagesIn(websites.list({ reseller_uuid, business_uuid: uuid }))) {
    const keys = page.map((each) => ({ reseller_uuid, uuid: String(each.uuid) }));
    const audits = await batchGet(
      ...keys.map((key) => lookup<CheckRecord>(Check, { ...key, kind: "audit" })),
    );
    const begun: OwnedKey[] = [];
    const results = await Promise.allSettled([
      ...keys.map(async (key) => {
        if (await followWebsite(key)) begun.push(key);
      }),
      ...audits.map(async (audit) => audit && (await adaptAudit(audit, subscription))),
    ]);
    const now = Math.floor(Date.now() / 1000);
    await sendAll(requireEnv("UPTIME_QUEUE_URL"), separateMessages(begun, now));
    // A website that fails stops no other, on this page or a later one.
    errors.push(...results.flatMap((one) => (one.status === "rejected" ? one.reason : [])));
  }
  if (errors.length > 0)
    throw new AggregateError(errors, "Not all checks of a business could be adapted");
}

/** An audit that was put off, or whose website could not be read, is due within this time. */
const RETRY_MS = 3_600_000;

/** Makes a first audit due now and any other at its regular time, unless it is already due sooner. */
async function adaptAudit(check: CheckRecord, subscription: Subscription | undefined) {
  if (!isWanted("audit", subscription)) return;
  const now = new Date();
  if (Date.parse(check.due_at) <= now.getTime() + RETRY_MS) return;
  const isFirst = check.results.length === 0;
  const minutes = intervalMinutes("audit", subscription.plan);
  const due_at = isFirst ? timestamp(now) : nextAudit(check.uuid, minutes, now);
  if (due_at < check.due_at) await reschedule(check, due_at);
}
