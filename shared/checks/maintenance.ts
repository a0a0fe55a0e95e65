import { Maintenance, type MaintenanceRecord, type WindowRecord } from "../entities/maintenance.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { batchGet, lookup } from "../table/batch.ts";
import { timestamp } from "../time.ts";

/** Whether a maintenance window is under way at a time. */
export function isUnderWay({ starts_at, ends_at }: WindowRecord, at: Date): boolean {
  const now = timestamp(at);
  return starts_at <= now && now < ends_at;
}

/**
 * Whether a website is being maintained at a time: what fails then was announced, and counts neither as
 * up nor as down, like time in which nobody looked.
 */
export async function isMaintained({ reseller_uuid, uuid }: OwnedKey, at: Date): Promise<boolean> {
  const [found] = await batchGet(lookup<MaintenanceRecord>(Maintenance, { reseller_uuid, uuid }));
  return found?.windows.some((window) => isUnderWay(window, at)) ?? false;
}
