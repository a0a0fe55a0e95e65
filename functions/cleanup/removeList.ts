import { Deleted, type DeletedRecord } from "../../shared/entities/deleted.ts";
import { ListEntry } from "../../shared/entities/listEntry.ts";
import { ListStripe } from "../../shared/entities/listStripe.ts";
import { forgetInAccount } from "../../shared/lists/account.ts";
import type { ListedKind, ListedRecord } from "../../shared/lists/listedKind.ts";
import { recount } from "../../shared/lists/recount.ts";
import { ensureClosed, readClosing } from "../../shared/lists/stripes.ts";
import { batchDelete } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";

/** Removed at once. */
export const ENTRIES_AT_ONCE = 100;

/**
 * Removes a list with its records. It closes the list first, so that no record is added meanwhile,
 * and removes each record before its entry, so that an interrupted removal can continue. `first` runs
 * before a batch is removed, for what is found by the records themselves.
 */
export async function* removeList<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  first: (found: Listed[]) => Promise<void> = async () => {},
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
    await batchDelete<OwnedKey>(entity, keys);
    const gone = entries.map(({ record }) => ({ ...(record as unknown as Listed), reseller_uuid }));
    await forgetInAccount(kind, gone);
    await batchDelete(
      ListEntry,
      entries.map(({ sequence }) => ({ ...list, sequence })),
    );
    yield;
  }
  yield* removeDeleted({ reseller_uuid, place: list.list });
  // The stream may have told of the removals before the list of all left them out.
  if (kind.accountCounter) await recount(reseller_uuid);
  await batchDelete(ListStripe, (await readClosing(list)).open);
}

/** Removes what can be restored at a place. The table's stream has what belongs to it follow. */
export async function* removeDeleted(place: Pick<DeletedRecord, "reseller_uuid" | "place">) {
  while (true) {
    const { data: kept } = await Deleted.query
      .atPlace(place)
      .go({ consistent: true, limit: ENTRIES_AT_ONCE });
    if (kept.length === 0) return;
    await batchDelete(
      Deleted,
      kept.map(({ uuid }) => ({ ...place, uuid })),
    );
    yield;
  }
}
