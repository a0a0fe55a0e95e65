import type * as z from "zod/mini";
import { Downtime } from "../entities/downtime.ts";
import { FeedItem } from "../entities/feedItem.ts";
import type { MonitorRecord } from "../entities/monitor.ts";
import type { DownProbe, WebsiteRecord } from "../entities/website.ts";
import { type NewFeedItem, newFeedItem, takeFeedSequences } from "../feed/feedItem.ts";
import type { downtimeData, unstableData } from "../feed/uptimeItems.ts";
import { cameBack, changeWebsite, PROBED, wentDown } from "../lists/websites.ts";
import { type Write, writeIfTrue } from "../platform/table/transact.ts";
import { historyEnds, timestamp } from "../platform/time.ts";
import { presentOutcome } from "../vocabulary/reasons.ts";
import type { RegionProbe } from "./askRegions.ts";
import type { Probe } from "./probeWebsite.ts";
import { findMonitor, type MonitorChanges, monitorWrite } from "./roster.ts";
import type { StabilityChange } from "./stability.ts";
import { endOfDowntime, isDown, type Transition } from "./states.ts";

/** A website that went down or came back, and what the probe found. */
type ReportedTransition = Transition & {
  outcome: string;
  /** The probe that confirmed it. */
  probe?: Pick<Probe, "address" | "duration">;
  /** Whether a probe found it up. Otherwise it is unknown since when it is up. */
  isSeenUp: boolean;
  elsewhere?: RegionProbe[] | undefined;
  now: Date;
};

/** The outcome of a downtime that ends because the website is not probed any more. */
const PAUSED = "unknown (paused)";

/**
 * Writes that a website went down or came back: the website, the downtime, the feed item and the monitor in one
 * transaction. Returns false, and writes nothing, if the website is shown so already, or has another host name.
 */
export async function recordTransition(
  monitor: MonitorRecord,
  changes: MonitorChanges,
  transition: ReportedTransition,
): Promise<boolean> {
  const { is_up, from, outcome, now } = transition;
  return await recordNews(monitor, changes, (website) => {
    if (website.is_hostname_up === is_up) return undefined;
    const since = atSecond(from);
    return {
      website: transition.is_up
        ? cameBack(website, { since, until: atSecond(transition.to) }, now)
        : wentDown({ since, cause: outcome, probe: downProbe(transition) }, now),
      item: downtimeItem(transition),
      also: [keepDowntime(monitor, transition)],
    };
  });
}

/** Writes that a website was seen for the first time, or is probed again after a pause. */
export async function recordBeginning(
  monitor: MonitorRecord,
  changes: MonitorChanges,
): Promise<boolean> {
  return await recordNews(monitor, changes, () => ({ website: PROBED }));
}

/** Writes that a website is not probed any more, and ends its downtime with the last probe that saw it. */
export async function recordPause(
  monitor: MonitorRecord,
  changes: MonitorChanges,
  now: Date,
): Promise<boolean> {
  return await recordNews(monitor, changes, (website) => {
    const { paused_since = timestamp(now), is_hostname_up } = website;
    const ended = is_hostname_up ? undefined : lastSeenDown(monitor);
    const transition = ended && { ...ended, outcome: PAUSED, isSeenUp: false, now };
    const period = ended && { since: atSecond(ended.from), until: atSecond(ended.to) };
    return {
      website: {
        ...(period && cameBack(website, period, now)),
        ...{ paused_since, unstable_since: undefined },
      },
      item: transition && downtimeItem(transition),
      also: transition ? [keepDowntime(monitor, transition)] : [],
    };
  });
}

/** Writes that a website became unstable, or is stable again. */
export async function recordStability(
  monitor: MonitorRecord,
  changes: MonitorChanges,
  { is_stable, since, failures, now }: StabilityChange & { now: Date },
): Promise<boolean> {
  const data: z.infer<typeof unstableData> = {
    is_stable,
    unstable_since: atSecond(since),
    failures_count: failures,
    ...(is_stable && { stable_since: timestamp(now) }),
  };
  return await recordNews(monitor, changes, () => ({
    website: { ...PROBED, unstable_since: is_stable ? undefined : atSecond(since) },
    item: { type: "unstable", status: is_stable ? "success" : "warning", data },
  }));
}

/** What changes beside the monitor. */
interface News {
  website: Partial<WebsiteRecord>;
  item?: NewFeedItem | undefined;
  also?: Write[];
}

/**
 * Writes news in one transaction: the monitor, the website, its copy in the list, a feed item and what belongs
 * to it. Returns false, and writes nothing, if there is no news, if somebody else has written the monitor in the
 * meantime, or if the website was deleted or its host name changed.
 */
async function recordNews(
  monitor: MonitorRecord,
  changes: MonitorChanges,
  newsOf: (website: WebsiteRecord) => News | undefined,
): Promise<boolean> {
  const { reseller_uuid, uuid } = monitor;
  let isDone = false;
  const website = await changeWebsite({ reseller_uuid, uuid }, async (website) => {
    isDone = false;
    const news = website.hostname === monitor.target.hostname ? newsOf(website) : undefined;
    if (!news || !(await isAsRead(monitor))) return undefined;
    const { item, also = [] } = news;
    const feed = { reseller_uuid, website_uuid: uuid };
    const sequence = item && (await takeFeedSequences(feed, 1));
    isDone = true;
    return {
      set: news.website,
      also: [
        monitorWrite(monitor, changes),
        ...(item && sequence !== undefined
          ? [FeedItem.create(newFeedItem(monitor, { ...item, sequence }))]
          : []),
        ...also,
      ],
    };
  });
  return website !== undefined && isDone;
}

async function isAsRead({ reseller_uuid, uuid, revision }: MonitorRecord): Promise<boolean> {
  const current = await findMonitor({ reseller_uuid, uuid });
  return current?.revision === revision;
}

/** The downtime of a website that is shown as down, if it ends with the last probe that saw it. */
function lastSeenDown({ uptime }: MonitorRecord): (Transition & { is_up: true }) | undefined {
  if (!isDown(uptime)) return undefined;
  const { state, since, checked_at = 0 } = uptime;
  return endOfDowntime(uptime, state === "recovering" ? (since ?? checked_at) : checked_at);
}

/** Ends the open downtime of a former host name, or of a deleted website: no later probe can see its end. */
export async function endOpenDowntime(monitor: MonitorRecord) {
  const ended = lastSeenDown(monitor);
  if (!ended) return;
  const { reseller_uuid, uuid } = monitor;
  await writeIfTrue(() =>
    Downtime.patch({ reseller_uuid, uuid, began_at: atSecond(ended.from) })
      .set(endOf(ended))
      .go(),
  );
}

/** The write of a downtime with its cause, kept for as long as feed items. */
function keepDowntime({ reseller_uuid, uuid }: MonitorRecord, transition: ReportedTransition) {
  const key = { reseller_uuid, uuid, began_at: atSecond(transition.from) };
  const expires_epoch = historyEnds(transition.now.getTime() / 1000);
  const fields = transition.is_up ? endOf(transition) : { cause: transition.outcome };
  return Downtime.update(key).set({ ...fields, expires_epoch });
}

function endOf({ to, duration, unobserved }: Transition & { is_up: true }) {
  return { ended_at: atSecond(to), duration_seconds: duration, unobserved_seconds: unobserved };
}

/** The feed item of a downtime that begins or ends. */
export function downtimeItem(transition: ReportedTransition): NewFeedItem {
  const { outcome, isSeenUp } = transition;
  const { reason, technical } = presentOutcome(outcome);
  const data: z.infer<typeof downtimeData> = {
    outcome: reason,
    ...(technical && { technical }),
    down_since: atSecond(transition.from),
    ...(transition.is_up && {
      ...(isSeenUp && { up_since: atSecond(transition.to) }),
      duration_seconds: transition.duration,
      ...(transition.unobserved > 0 && { unobserved_seconds: transition.unobserved }),
    }),
  };
  const back = isSeenUp ? "success" : "info";
  return { type: "downtime", status: transition.is_up ? back : "error", data };
}

/** What is kept of the probe that confirmed a downtime. A region without a verdict had no say. */
function downProbe({ probe, elsewhere }: ReportedTransition): DownProbe | undefined {
  if (!probe) return undefined;
  const { address, duration } = probe;
  const votes = elsewhere?.filter(({ verdict }) => verdict !== undefined) ?? [];
  const down = votes.filter(({ verdict }) => verdict === "down").length;
  return {
    ...(address && { address }),
    duration: Math.round(duration),
    ...(votes.length > 0 && { regions: { down: down + 1, asked: votes.length + 1 } }),
  };
}

/** A time in seconds since 1970, as the API tells it. */
export function atSecond(seconds: number): string {
  return timestamp(new Date(seconds * 1000));
}
