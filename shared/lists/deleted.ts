import {
  Deleted,
  type DeletedRecord,
  type RestorableKind,
  restorableKinds,
} from "../entities/deleted.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import type { Write } from "../platform/table/transact.ts";
import { DAY_MS, DAY_SECONDS, RESTORABLE_DAYS, timestamp } from "../platform/time.ts";

/** Where a client's deletions are. */
export const BY_CLIENTS = "deleted";

/** A record before its deletion. */
export type DeletedImage = OwnedKey & Record<string, unknown>;

/**
 * What is kept of a deleted record. It is kept for a day longer than it can be restored, so that a restore in
 * the last second finds all that belongs to the record.
 */
export function deletedItem(
  kind: RestorableKind | "check",
  record: DeletedImage,
  { place, at = new Date() }: { place: string; at?: Date },
): DeletedRecord {
  const { reseller_uuid, uuid } = record;
  const deleted_at = timestamp(at);
  return {
    ...{ reseller_uuid, place, uuid, kind, revision: revisionOf(record), record, deleted_at },
    expires_epoch: Math.floor(at.getTime() / 1000) + (RESTORABLE_DAYS + 1) * DAY_SECONDS,
    ...(place === BY_CLIENTS && {
      order_under: orderPartition(reseller_uuid),
      order_text: `${deleted_at}#${kind}#${uuid}`,
    }),
  };
}

/** The partition of the index in which a client's deletions are in their order. */
export function orderPartition(reseller_uuid: string): string {
  return `reseller#${reseller_uuid}#deleted`;
}

/** A number that grows with each deletion of a record. Webhooks have no revision. */
export function revisionOf({ revision, updated_at }: Record<string, unknown>): number {
  return typeof revision === "number" ? revision : Date.parse(String(updated_at)) / 1000;
}

/** Whether a record that begins to exist was restored: it goes on from its last revision. */
export function isRestored(entity: string, { revision, created_at, updated_at }: Revised): boolean {
  if (!restorableKinds.some((kind) => kind === entity)) return false;
  return revision === undefined ? updated_at !== created_at : revision > 1;
}

/** What tells how often a record was changed; a webhook has no revision. */
export interface Revised {
  revision?: number;
  created_at?: string;
  updated_at?: string;
}

/** When a deleted record can no longer be restored, in milliseconds. */
export function restorableUntil({ deleted_at }: Pick<DeletedRecord, "deleted_at">): number {
  return Date.parse(deleted_at) + RESTORABLE_DAYS * DAY_MS;
}

/**
 * The write that erases a user: what a deletion has kept of it goes, and later changes keep nothing. With
 * `isKept` it fails unless the user was deleted and can be restored.
 */
export function markErased({ reseller_uuid, uuid }: OwnedKey, isKept = false): Write {
  const now = new Date();
  const erased = Deleted.put({
    ...{ reseller_uuid, place: BY_CLIENTS, uuid, kind: "user", is_erased: true },
    ...{ revision: Number.MAX_SAFE_INTEGER, deleted_at: timestamp(now) },
    expires_epoch: Math.floor(now.getTime() / 1000) + (RESTORABLE_DAYS + 1) * DAY_SECONDS,
  });
  if (!isKept) return erased;
  return erased.where(
    ({ kind, record }, { eq, exists }) => `${eq(kind, "user")} AND ${exists(record)}`,
  );
}

/** Whether a user was erased, within the days in which a deletion could be undone. */
export async function isErased({ reseller_uuid, uuid }: OwnedKey): Promise<boolean> {
  const key = { reseller_uuid, place: BY_CLIENTS, uuid };
  const { data } = await Deleted.get(key).go({ consistent: true });
  return data?.is_erased === true;
}

/** The write that marks a deleted record as restored; it fails if that was done before. */
export function markRestored({ reseller_uuid, place, uuid, revision }: DeletedRecord): Write {
  return Deleted.patch({ reseller_uuid, place, uuid })
    .remove(["record", "order_under", "order_text"])
    .set({ restored_at: timestamp() })
    .where(
      (deleted, { eq, exists }) =>
        `${eq(deleted.revision, revision)} AND ${exists(deleted.record)}`,
    );
}
