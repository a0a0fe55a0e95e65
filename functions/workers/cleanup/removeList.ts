import { isEnding } from "../../../shared/customers/keepDeleted.ts";
import type { DeletedRecord } from "../../../shared/entities/deleted.ts";
import { ListEntry, ListStripe } from "../../../shared/entities/list.ts";
import { count } from "../../../shared/lists/account.ts";
import type { ListedKind, ListedRecord, Place } from "../../../shared/lists/listedKind.ts";
import { ensureClosed, readClosing } from "../../../shared/lists/stripes.ts";
import { batchDelete, removePartition } from "../../../shared/platform/table/batch.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";

/** Removed at once. */
export const ENTRIES_AT_ONCE = 100;

/**
 * Removes a list with its records. It closes the list first, so that no record is added meanwhile,
 * and removes each record before its entry, so that an interrupted removal can continue. `first` runs
 * before a batch is removed, for what is found by the records themselves.
 */
export async function* removeList<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  place: Place,
  first: (records: Listed[]) => Promise<void> = async () => {},
) {
  const { entity } = kind;
  const list = kind.list(place);
  const { reseller_uuid } = list;
  await ensureClosed(list);
  while (true) {
    const { data: entries } = await ListEntry.query
      .inOrder(list)
      .go({ consistent: true, limit: ENTRIES_AT_ONCE });
    if (entries.length === 0) break;
    await first(entries.map(({ record }) => record as unknown as Listed));
    const keys = entries.map(({ record }) => ({ reseller_uuid, uuid: String(record["uuid"]) }));
    // The counts of a reseller that is removed as well must not begin anew.
    const isCounted = kind.countedAs && !(await isEnding(reseller_uuid));
    if (isCounted) for (const key of keys) await removeCounted(kind, key);
    else await batchDelete(entity, keys);
    await batchDelete(
      ListEntry,
      entries.map(({ sequence }) => ({ ...list, sequence })),
    );
    yield;
  }
  yield* removeDeleted({ reseller_uuid, place: list.list });
  await batchDelete(ListStripe, (await readClosing(list)).open);
}

/** Removes a record that is counted, if it is still there. */
async function removeCounted<Listed extends ListedRecord>(kind: ListedKind<Listed>, key: OwnedKey) {
  await retryOnConflict(async () => {
    const { data: record } = await kind.get(key);
    if (!record) return;
    await transact(
      kind.entity.remove(key).where(({ revision }, { eq }) => eq(revision, record.revision)),
      ...count(kind, record, undefined),
    );
  });
}

/** Removes what can be restored at a place. The table's stream has what belongs to it follow. */
export function removeDeleted({
  reseller_uuid,
  place,
}: Pick<DeletedRecord, "reseller_uuid" | "place">) {
  return removePartition({ partition: `reseller#${reseller_uuid}#${place}`, prefix: "deleted#" });
}
