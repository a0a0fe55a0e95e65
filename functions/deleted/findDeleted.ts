import { Deleted, type DeletedRecord, type RestorableKind } from "../../shared/entities/deleted.ts";
import type { Slice } from "../../shared/lists/bitmap.ts";
import { BY_CLIENTS, orderPartition } from "../../shared/lists/deleted.ts";
import type { Page } from "../../shared/lists/readPage.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { RESTORABLE_DAYS, timestamp } from "../../shared/time.ts";

/** Sorts after every time. */
const AFTER_ALL = "~";

/** A client's deletion as the index has it. */
export interface Deletion {
  uuid: string;
  kind: RestorableKind;
  deleted_at: string;
}

/** A reseller's deletions that can be undone, newest first. Those of the last second may be missing. */
export async function findDeletions(
  reseller_uuid: string,
  { kind, since = "" }: { kind?: RestorableKind | undefined; since?: string | undefined } = {},
): Promise<Deletion[]> {
  const oldest = timestamp(new Date(Date.now() - RESTORABLE_DAYS * 24 * 3600 * 1000));
  // A time equal to the oldest one is over.
  const from = since > oldest ? since : `${oldest}${AFTER_ALL}`;
  const found: Deletion[] = [];
  for await (const { Items = [] } of queryIndex(
    { index: "gsi2", partition: orderPartition(reseller_uuid), between: [from, AFTER_ALL] },
    { ScanIndexForward: false },
  )) {
    for (const { gsi2sk } of Items) {
      const [deleted_at = "", name, uuid = ""] = String(gsi2sk).split("#");
      if (kind !== undefined && name !== kind) continue;
      found.push({ deleted_at, kind: name as RestorableKind, uuid });
    }
  }
  return found;
}

/** Reads what was deleted; leaves out what was restored or erased in the meantime. */
export async function readDeleted(
  reseller_uuid: string,
  deletions: Deletion[],
): Promise<DeletedRecord[]> {
  const found = await batchGet(
    ...deletions.map(({ uuid }) =>
      lookup<DeletedRecord>(Deleted, { reseller_uuid, place: BY_CLIENTS, uuid }),
    ),
  );
  return found.filter((deleted) => deleted?.record !== undefined) as DeletedRecord[];
}

/** A page of a reseller's deletions. */
export async function readPageOfDeleted(
  reseller_uuid: string,
  { kind, offset, limit }: Slice & { kind?: RestorableKind | undefined },
): Promise<Page<DeletedRecord>> {
  const deletions = await findDeletions(reseller_uuid, { kind });
  const wanted = deletions.slice(offset, offset + limit);
  const records = await readDeleted(reseller_uuid, wanted);
  return { records, total: deletions.length - (wanted.length - records.length) };
}
