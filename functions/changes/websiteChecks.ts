import { shardOf } from "../../shared/checks/schedule.ts";
import { Check, type CheckKind, checkKinds } from "../../shared/entities/check.ts";
import { Website } from "../../shared/entities/website.ts";
import { requireEnv } from "../../shared/env.ts";
import { sendMessages } from "../../shared/queue.ts";
import { timestamp } from "../../shared/time.ts";

interface Site {
  reseller_uuid: string;
  business_uuid: string;
  uuid: string;
  hostname: string;
}

/** When the schedule hands out a first uptime check whose message was lost. */
const FALLBACK_SECONDS = 60;

/**
 * Makes the checks of a website due: the first uptime check is handed out right away, the audit by
 * the next tick of the schedule. Checks that know this host name are left alone: then this change
 * has been seen before.
 */
export async function startChecks({ reseller_uuid, business_uuid, uuid, hostname }: Site) {
  const site = { reseller_uuid, uuid };
  const { data: website } = await Website.get(site).go({ consistent: true });
  if (website?.hostname !== hostname) return;
  const { data: known } = await Check.query.ofWebsite(site).go({ consistent: true });
  const isKnown = (kind: CheckKind) =>
    known.some((check) => check.kind === kind && check.hostname === hostname);
  const common = { ...site, business_uuid, hostname, shard: shardOf(uuid), results: [] };
  if (!isKnown("audit")) {
    await Check.put({ ...common, kind: "audit", due_at: timestamp(), memory: {} }).go();
  }
  if (isKnown("uptime")) return;
  const due_at = timestamp(new Date(Date.now() + FALLBACK_SECONDS * 1000));
  const memory = { state: "up", downtimes: [] };
  await Check.put({ ...common, kind: "uptime", due_at, memory }).go();
  const checks = [{ ...site, due_at }];
  await sendMessages(requireEnv("UPTIME_QUEUE_URL"), [{ checks }]);
}

/** Removes the checks of a website that is gone. */
export async function forgetChecks({ reseller_uuid, uuid }: Site) {
  await Check.delete(checkKinds.map((kind) => ({ reseller_uuid, uuid, kind }))).go();
}
