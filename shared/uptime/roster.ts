import {
  Monitor,
  type MonitorRecord,
  type MonitorTarget,
  type UptimeState,
} from "../entities/monitor.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { queryIndex } from "../platform/table/queryIndex.ts";
import { type Write, writeIfTrue } from "../platform/table/transact.ts";
import { type Bucket, POSITION_DIGITS, POSITIONS, positionOf, startOf } from "./buckets.ts";

/** A roster spreads the websites of an interval over this many keys of the index, so that no key is hot. */
const PARTITIONS = 8;

/** The state of a website that was not probed yet. */
export const NOT_PROBED_YET: UptimeState = { state: "new", is_undecided: true };

/** A website in the roster of its interval, as rounds read it. */
export interface RosterEntry extends OwnedKey {
  target: MonitorTarget;
}

/** The attributes of a monitor that follow from its interval and uuid. */
export function placeInRoster(uuid: string, minutes: number) {
  return {
    roster: rosterAt(positionOf(uuid), minutes),
    position: uuid.slice(-POSITION_DIGITS),
  };
}

/**
 * The websites of a bucket, stopped ones included. The index shows a change within about a second. The items
 * are used as they are stored, because parsing them by ElectroDB is slow.
 */
export async function findRoster(bucket: Bucket): Promise<RosterEntry[]> {
  const entries: RosterEntry[] = [];
  for (const stretch of stretchesOf(bucket, 1)) {
    for await (const { Items = [] } of queryIndex(stretch))
      entries.push(...(Items as RosterEntry[]));
  }
  return entries;
}

/** How many websites are in neighbouring buckets of the same depth. */
export async function countRoster(first: Bucket, buckets: number): Promise<number> {
  let count = 0;
  for (const stretch of stretchesOf(first, buckets)) {
    for await (const { Count = 0 } of queryIndex(stretch, { Select: "COUNT" })) count += Count;
  }
  return count;
}

function rosterAt(position: number, minutes: number): string {
  return `${minutes}#${Math.floor(position / (POSITIONS / PARTITIONS))}`;
}

/** The parts of the index with neighbouring buckets: a range of one key, or several whole keys. */
function stretchesOf(first: Bucket, buckets: number) {
  const { minutes, depth } = first;
  const from = startOf(first);
  const to = Math.min(POSITIONS, startOf({ depth, number: first.number + buckets }));
  const size = POSITIONS / PARTITIONS;
  const partitions = Math.ceil(to / size) - Math.floor(from / size);
  return Array.from({ length: partitions }, (_, index) => {
    const start = (Math.floor(from / size) + index) * size;
    const range = [Math.max(from, start), Math.min(to, start + size) - 1] as const;
    return {
      index: "gsi1" as const,
      partition: `roster#${rosterAt(start, minutes)}`,
      // "~" comes after the "#" that follows a position.
      between: [digitsOf(range[0]), `${digitsOf(range[1])}~`] as const,
    };
  });
}

function digitsOf(position: number): string {
  return position.toString(16).padStart(POSITION_DIGITS, "0");
}

/** The monitors of websites; undefined for a website that was removed, or has only just been created. */
export async function findMonitors(keys: OwnedKey[]): Promise<(MonitorRecord | undefined)[]> {
  return await batchGet(
    ...keys.map(({ reseller_uuid, uuid }) =>
      lookup<MonitorRecord>(Monitor, { reseller_uuid, uuid }),
    ),
  );
}

/** The monitor of a website. */
export async function findMonitor({
  reseller_uuid,
  uuid,
}: OwnedKey): Promise<MonitorRecord | undefined> {
  const { data } = await Monitor.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data ?? undefined;
}

export type MonitorChanges = Partial<Pick<MonitorRecord, "target" | "uptime" | "results">> &
  Partial<ReturnType<typeof placeInRoster>>;

/** Changes a monitor unless somebody else did since it was read. Returns whether it was written. */
export async function changeMonitor(
  { reseller_uuid, uuid, revision }: MonitorRecord,
  changes: MonitorChanges,
): Promise<boolean> {
  const written = await writeIfTrue(() =>
    Monitor.patch({ reseller_uuid, uuid })
      .set({ ...changes, revision: revision + 1 })
      .where((monitor, { eq }) => eq(monitor.revision, revision))
      .go(),
  );
  return written !== undefined;
}

/** The same, as a part of a transaction. */
export function monitorWrite(
  { reseller_uuid, uuid, revision }: MonitorRecord,
  changes: MonitorChanges,
): Write {
  return Monitor.patch({ reseller_uuid, uuid })
    .set({ ...changes, revision: revision + 1 })
    .where((monitor, { eq }) => eq(monitor.revision, revision));
}
