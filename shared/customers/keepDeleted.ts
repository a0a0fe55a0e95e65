import { Deleted, type RestorableKind } from "../entities/deleted.ts";
import { Reseller } from "../entities/reseller.ts";
import { BY_CLIENTS, type DeletedImage, deletedItem, revisionOf } from "../lists/deleted.ts";
import { type AnyListed, isListed, listedKinds } from "../lists/listedKinds.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import type { Change } from "../webhooks/change.ts";

/**
 * What comes back anew with a record: what the table adds to its attributes (keys, the name and version of its
 * entity), and who wrote it last.
 */
const NOT_KEPT = /^(?:(?:gsi\d)?[ps]k|__edb_\w__|changed_by)$/;

/** Whether a reseller is being deleted, with everything that it has and for good. */
export async function isEnding(uuid: string): Promise<boolean> {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  return data === null || data.deleting_since !== undefined;
}

/**
 * Keeps a record that a client has deleted. What the clean-up has removed with its parent is kept already. A
 * change that comes again after a restoration, or after a later deletion, changes nothing.
 */
export async function keepDeleted({ entity, before, at }: Change) {
  const kind = entity as RestorableKind;
  const attributes = Object.entries(before as object).filter(([name]) => !NOT_KEPT.test(name));
  const record = Object.fromEntries(attributes) as DeletedImage;
  if (await isKeptWithParent(kind, record)) return;
  const item = deletedItem(kind, record, { place: BY_CLIENTS, at });
  await writeIfTrue(() =>
    Deleted.upsert(item)
      .where(
        ({ revision }, { lt, notExists }) =>
          `${notExists(revision)} OR ${lt(revision, item.revision)}`,
      )
      .go(),
  );
}

async function isKeptWithParent(kind: RestorableKind, record: DeletedImage): Promise<boolean> {
  if (!isListed(kind)) return false;
  const { reseller_uuid, uuid } = record;
  const { list: place } = listedKinds[kind].list(record as AnyListed);
  const { data } = await Deleted.get({ reseller_uuid, place, uuid }).go({ consistent: true });
  return data !== null && data.revision >= revisionOf(record);
}
