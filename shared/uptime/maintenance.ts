import { Maintenance, type MaintenanceRecord, type WindowRecord } from "../entities/maintenance.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import { websiteWrites } from "../lists/websites.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { retryOnConflict, transact, type Write } from "../platform/table/transact.ts";
import { NEVER, timestamp } from "../platform/time.ts";
import { endOfMaintenance, isUnderWay } from "./maintenanceWindows.ts";

/** When a window next begins or ends after a time. */
function nextChange(windows: WindowRecord[], at: Date): string {
  const now = timestamp(at);
  const changes = windows.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  return changes.filter((time) => time > now).toSorted()[0] ?? NEVER;
}

/** The maintenance of a website that is under way with these windows, or the last that has ended. */
function lastMaintenance(
  { maintenance_until, last_maintenance }: WebsiteRecord,
  windows: WindowRecord[],
  now: Date,
): WebsiteRecord["last_maintenance"] {
  const current = maintenance_until === undefined ? undefined : last_maintenance;
  const first = windows.find((window) => isUnderWay(window, now));
  if (first) return current ?? { began_at: first.starts_at };
  // A window that is deleted ends early.
  const ended_at = [maintenance_until ?? "", timestamp(now)].toSorted()[0] ?? "";
  return current && { ...current, ended_at };
}

/** A website, and its windows as they are stored, if it ever had one. */
interface Maintained {
  website: WebsiteRecord | undefined;
  record: MaintenanceRecord | undefined;
}

/** Reads a website and its windows. */
export async function readMaintained({ reseller_uuid, uuid }: OwnedKey): Promise<Maintained> {
  const key = { reseller_uuid, uuid };
  const [website, record] = await batchGet(
    lookup<WebsiteRecord>(Website, key),
    lookup<MaintenanceRecord>(Maintenance, key),
  );
  return { website, record };
}

/**
 * The writes that store a website's windows, and the state that follows from them with the website, so that readers of
 * the website don't need the windows. They fail if the website or its windows have changed since they were read.
 */
export function maintenanceWrites(
  key: OwnedKey,
  { website, record }: Maintained,
  { windows, now }: { windows: WindowRecord[]; now: Date },
): Write[] {
  const maintenance_until = endOfMaintenance(windows, now);
  const isOther = website && website.maintenance_until !== maintenance_until;
  const set = { windows, due_at: nextChange(windows, now), revision: (record?.revision ?? 0) + 1 };
  return [
    ...(isOther
      ? websiteWrites(website, {
          ...{ maintenance_until, last_maintenance: lastMaintenance(website, windows, now) },
        })
      : []),
    record
      ? Maintenance.patch(key)
          .set(set)
          .where(({ revision }, { eq }) => eq(revision, record.revision))
      : Maintenance.create({ ...key, ...set }),
  ];
}

/** Shows a website as in maintenance, or no longer, once a window has begun or ended at `due_at`. */
export async function followWindows({ reseller_uuid, uuid }: OwnedKey, due_at: string) {
  const key = { reseller_uuid, uuid };
  await retryOnConflict(async () => {
    const maintained = await readMaintained(key);
    // A message that comes twice finds another time.
    if (maintained.record?.due_at !== due_at) return;
    const now = new Date(Math.max(Date.now(), Date.parse(due_at)));
    await transact(
      ...maintenanceWrites(key, maintained, { windows: maintained.record.windows, now }),
    );
  });
}
