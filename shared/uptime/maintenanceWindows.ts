import { Maintenance, type MaintenanceRecord, type WindowRecord } from "../entities/maintenance.ts";
import type { Period } from "../entities/monitor.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { timestamp } from "../platform/time.ts";

/** Whether a maintenance window is under way at a time; a failure then counts neither as up nor as down. */
export function isUnderWay({ starts_at, ends_at }: WindowRecord, at: Date): boolean {
  const now = timestamp(at);
  return starts_at <= now && now < ends_at;
}

/** The period of a window, in seconds since 1970. */
export function periodOf({ starts_at, ends_at }: WindowRecord): Period {
  return { from: Date.parse(starts_at) / 1000, to: Date.parse(ends_at) / 1000 };
}

/** The maintenance windows of a website, in the order of their beginning. */
export async function findWindows({ reseller_uuid, uuid }: OwnedKey): Promise<WindowRecord[]> {
  const [record] = await batchGet(lookup<MaintenanceRecord>(Maintenance, { reseller_uuid, uuid }));
  return record?.windows ?? [];
}

/** The end of the window that is under way at a time, or of the last one to end. */
export function endOfMaintenance(windows: WindowRecord[], at: Date): string | undefined {
  return windows
    .filter((window) => isUnderWay(window, at))
    .map(({ ends_at }) => ends_at)
    .toSorted()
    .at(-1);
}
