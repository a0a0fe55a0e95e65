import { Downtime, type DowntimeRecord } from "../entities/downtime.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { presentCause } from "../vocabulary/reasons.ts";

/** Two times as the API writes them; `until` is excluded. */
interface Stretch {
  from: string;
  until: string;
}

/**
 * The downtimes that overlap a stretch of time, oldest first; with `most`, the last ones, at half the read
 * units. At most one of them began earlier: a website has one downtime at a time.
 */
export async function findDowntimes(
  { reseller_uuid, uuid }: OwnedKey,
  { from, until }: Stretch,
  most?: number,
): Promise<DowntimeRecord[]> {
  const consistent = most === undefined;
  const order = "desc";
  const [{ data: before }, { data: within }] = await Promise.all([
    Downtime.query
      .ofWebsite({ reseller_uuid, uuid })
      .lt({ began_at: from })
      .go({ consistent, order, limit: 1 }),
    Downtime.query
      .ofWebsite({ reseller_uuid, uuid })
      .between({ began_at: from }, { began_at: until })
      .go({ consistent, order, ...(consistent ? { pages: "all" } : { limit: most }) }),
  ]);
  const downtimes = [
    ...within.filter(({ began_at }) => began_at < until),
    ...before.filter(({ ended_at }) => !ended_at || ended_at > from),
  ];
  return downtimes.slice(0, most).toReversed();
}

/** A downtime as the API shows it. */
export function presentDowntime(downtime: DowntimeRecord) {
  return {
    began_at: downtime.began_at,
    ended_at: downtime.ended_at ?? null,
    ...presentCause(downtime.cause),
    duration_seconds: downtime.duration_seconds ?? null,
    unobserved_seconds: downtime.unobserved_seconds ?? 0,
  };
}
