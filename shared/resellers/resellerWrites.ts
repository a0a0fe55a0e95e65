import { Reseller, type ResellerRecord, type ResellerSetting } from "../entities/reseller.ts";
import type { Write } from "../platform/table/transact.ts";

/** @file The writes of a reseller's record. The lists of users and shares also count up its sequence numbers. */

/** Creates a reseller, or a sandbox. */
export function resellerCreation(reseller: ResellerRecord): Write {
  return Reseller.create(reseller);
}

/** Sets settings, and removes those that are named. Fails if there is no such reseller. */
export function settingsWrite(
  uuid: string,
  set: Partial<ResellerRecord>,
  removed: ResellerSetting[] = [],
): Write {
  return Reseller.patch({ uuid }).set(set).remove(removed);
}

/** Counts a webhook that is added; fails if there are `most`. */
export function webhookCounted(uuid: string, most: number): Write {
  return Reseller.patch({ uuid })
    .add({ webhook_count: 1 })
    .where(({ webhook_count }, { lt }) => lt(webhook_count, most));
}

/** Counts a webhook that is removed. */
export function webhookUncounted(uuid: string): Write {
  return Reseller.patch({ uuid }).add({ webhook_count: -1 });
}

/** Closes an account; fails if it is closed. */
export function closing(uuid: string, closed_at: string): Write {
  return Reseller.patch({ uuid })
    .set({ closed_at })
    .where((reseller, { notExists }) => notExists(reseller.closed_at));
}

/** Reopens an account; fails if it is being removed. */
export function reopening(uuid: string): Write {
  return Reseller.patch({ uuid })
    .remove(["closed_at"])
    .where(({ deleting_since }, { notExists }) => notExists(deleting_since));
}

/** Notes that an account is being removed; fails if it was reopened since it was read, even if it was closed again. */
export function removalBegun(
  { uuid, closed_at: since = "" }: ResellerRecord,
  deleting_since: string,
): Write {
  return Reseller.patch({ uuid })
    .set({ deleting_since })
    .where(({ closed_at }, { eq }) => eq(closed_at, since));
}
