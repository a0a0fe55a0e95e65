import { Reseller, type ResellerRecord, type ResellerSetting } from "../entities/reseller.ts";
import { type Write, write } from "../platform/table/transact.ts";

/** @file The writes of a reseller's record. The lists of users and shares also count up its sequence numbers. */

/** Creates a reseller, or a sandbox. */
export function resellerCreation(reseller: ResellerRecord): Write {
  return write(Reseller, (entity) => entity.create(reseller).commit());
}

/** Sets settings, and removes those that are named. Fails if there is no such reseller. */
export function settingsWrite(
  uuid: string,
  set: Partial<ResellerRecord>,
  removed: ResellerSetting[] = [],
): Write {
  return write(Reseller, (entity) => entity.patch({ uuid }).set(set).remove(removed).commit());
}

/** Counts a webhook that is added; fails if there are `most`. */
export function webhookCounted(uuid: string, most: number): Write {
  return write(Reseller, (entity) =>
    entity
      .patch({ uuid })
      .add({ webhook_count: 1 })
      .where(({ webhook_count }, { lt }) => lt(webhook_count, most))
      .commit(),
  );
}

/** Counts a webhook that is removed. */
export function webhookUncounted(uuid: string): Write {
  return write(Reseller, (entity) => entity.patch({ uuid }).add({ webhook_count: -1 }).commit());
}

/** Closes an account; fails if it is closed. */
export function closing(uuid: string, closed_at: string): Write {
  return write(Reseller, (entity) =>
    entity
      .patch({ uuid })
      .set({ closed_at })
      .where((reseller, { notExists }) => notExists(reseller.closed_at))
      .commit(),
  );
}

/** Reopens an account; fails if it is being removed. */
export function reopening(uuid: string): Write {
  return write(Reseller, (entity) =>
    entity
      .patch({ uuid })
      .remove(["closed_at"])
      .where(({ deleting_since }, { notExists }) => notExists(deleting_since))
      .commit(),
  );
}

/** Notes that an account is being removed; fails if it was reopened since it was read, even if it was closed again. */
export function removalBegun(
  { uuid, closed_at: since = "" }: ResellerRecord,
  deleting_since: string,
): Write {
  return write(Reseller, (entity) =>
    entity
      .patch({ uuid })
      .set({ deleting_since })
      .where(({ closed_at }, { eq }) => eq(closed_at, since))
      .commit(),
  );
}
