import { Monitor, type MonitorRecord, type MonitorTarget } from "../entities/monitor.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { ConditionFailed, retryOnConflict, writeIfTrue } from "../platform/table/transact.ts";
import { intervalMinutes } from "./audits.ts";
import { LOG_DAYS } from "./bucketHours.ts";
import { ensureBucket } from "./buckets.ts";
import {
  changeMonitor,
  findMonitor,
  type MonitorChanges,
  NOT_PROBED_YET,
  placeInRoster,
} from "./roster.ts";
import { isDown } from "./states.ts";
import { findSubscription, isWanted } from "./subscription.ts";
import { endOpenDowntime, recordPause } from "./transitions.ts";
import { writeLastDays } from "./writeDays.ts";

/**
 * Makes the monitor of a website match the website and its subscription as they are stored: after it was added,
 * moved to another host name, deleted or restored, and after a suspension or another plan. A change at the same time
 * has a message of its own, whose worker finds the monitor. Returns whether to probe the website at once. That is true
 * until its first probe, because the message for it may have been lost with its sender.
 */
export async function followWebsite({ reseller_uuid, uuid }: OwnedKey): Promise<boolean> {
  const key = { reseller_uuid, uuid };
  return await retryOnConflict(async () => {
    // Read before the website, so that a monitor that is down can't be newer than the website.
    const existing = await findMonitor(key);
    const { data: website } = await Website.get(key).go({ consistent: true });
    if (!website) {
      if (existing) await stop(existing);
      return false;
    }
    // The worker of a later change of the subscription finds the monitor.
    const monitor = existing ?? (await createMonitor(website));
    const business = { reseller_uuid, uuid: website.business_uuid };
    const subscription = await findSubscription(business);
    if (!subscription) return false;
    if (!isWanted("uptime", subscription)) {
      await pause(monitor, website);
      return false;
    }
    return await watch(monitor, website, intervalMinutes("uptime", subscription.plan));
  });
}

async function createMonitor(website: WebsiteRecord): Promise<MonitorRecord> {
  const { reseller_uuid, uuid, business_uuid, hostname } = website;
  const minutes = intervalMinutes("uptime", {});
  const monitor = {
    ...{ reseller_uuid, uuid, business_uuid, revision: 1, results: [] },
    ...{ target: { mode: "stopped" as const, minutes, hostname }, uptime: NOT_PROBED_YET },
    ...placeInRoster(uuid, minutes),
  };
  if (!(await writeIfTrue(() => Monitor.create(monitor).go()))) throw changed();
  return monitor;
}

/** Stops the monitoring of a deleted website. Its figures of the day are written with those of its bucket. */
async function stop(monitor: MonitorRecord) {
  if (monitor.target.mode === "stopped") return;
  await endOpenDowntime(monitor);
  await change(monitor, { target: { ...monitor.target, mode: "stopped" }, uptime: NOT_PROBED_YET });
}

/** Stops the monitoring of a website that nobody wants at the moment, and shows it as paused. */
async function pause(monitor: MonitorRecord, website: WebsiteRecord) {
  const isMoved = isOther(monitor, website);
  const isPaused = monitor.target.mode === "stopped" && website.paused_since !== undefined;
  if (isPaused && !isMoved) return;
  if (isMoved) await endOpenDowntime(monitor);
  const target = { ...targetAt(website, monitor), mode: "stopped" as const };
  // A downtime of another host name is no news of this one.
  const uptime = isMoved ? NOT_PROBED_YET : monitor.uptime;
  const changes = { target, uptime: NOT_PROBED_YET };
  if (!(await recordPause({ ...monitor, target, uptime }, changes, new Date()))) throw changed();
}

/** Has a website probed by its interval. Returns whether to probe it at once. */
async function watch(
  monitor: MonitorRecord,
  website: WebsiteRecord,
  minutes: number,
): Promise<boolean> {
  const { target } = monitor;
  const begins = target.mode === "stopped" || isOther(monitor, website);
  const moves = target.minutes !== minutes;
  // A new monitor has the interval of plans without one until its plan is read.
  const isNew = monitor.revision === 1;
  const isUnprobed = monitor.uptime.state === "new" && monitor.uptime.checked_at === undefined;
  if (!begins && !moves) return isUnprobed;
  if (begins) await endOpenDowntime(monitor);
  // The schedule enqueues the rounds of the intervals that it knows.
  await ensureBucket(minutes, Date.now());
  const nowSeconds = Math.floor(Date.now() / 1000);
  if (moves && !isNew) await writeLastDays(monitor, nowSeconds);
  const former = moves && !isNew ? formerOf(target, nowSeconds) : target.former;
  await change(monitor, {
    target: {
      ...(begins ? { ...targetAt(website, monitor), mode: "separate" as const } : target),
      ...(former && { former }),
      minutes,
    },
    ...(begins && { uptime: NOT_PROBED_YET }),
    ...placeInRoster(monitor.uuid, minutes),
  });
  return begins || isUnprobed;
}

/** Whether the monitor is of a former host name, perhaps one that the website had again in the meantime. */
function isOther({ target, uptime }: MonitorRecord, website: WebsiteRecord): boolean {
  return target.hostname !== website.hostname || (isDown(uptime) && website.is_hostname_up);
}

/** The target at the website's host name; the URL of another one is forgotten. */
function targetAt({ hostname }: WebsiteRecord, { target }: MonitorRecord): MonitorTarget {
  const { url, ...others } = target;
  return { ...others, hostname, ...(url !== undefined && hostname === target.hostname && { url }) };
}

/** The intervals that a website had within the days of the log, of which there are few. */
function formerOf({ minutes, former = [] }: MonitorTarget, nowSeconds: number) {
  const others = former.filter(
    (each) => each.minutes !== minutes && each.until > nowSeconds - LOG_DAYS * 24 * 3600,
  );
  return [...others, { minutes, until: nowSeconds }];
}

async function change(monitor: MonitorRecord, changes: MonitorChanges) {
  if (!(await changeMonitor(monitor, changes))) throw changed();
}

function changed() {
  return new ConditionFailed("The monitor has changed since it was read");
}
