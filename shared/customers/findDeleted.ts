import { Deleted, type DeletedRecord } from "../entities/deleted.ts";
import { BY_CLIENTS, orderPartition } from "../lists/deleted.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import { findKeys, uuidOf } from "../platform/table/queryIndex.ts";
import { DAY_MS, RESTORABLE_DAYS, timestamp } from "../platform/time.ts";

/** Sorts after every time. */
const AFTER_ALL = "~";

/** A client's deletion as the index has it. */
interface Deletion {
  uuid: string;
  /** Its place in the order of deletions: `time#kind#uuid`. */
  place: string;
}

interface DeletionSlice {
  /** The place of the deletion before the first one. */
  cursor?: string | undefined;
  limit?: number;
}

/** A reseller's deletions that can be undone, newest first. Those of the last second may be missing. */
export async function findDeletions(
  reseller_uuid: string,
  { cursor = AFTER_ALL, limit = Number.POSITIVE_INFINITY }: DeletionSlice = {},
): Promise<Deletion[]> {
  const oldest = timestamp(new Date(Date.now() - RESTORABLE_DAYS * DAY_MS));
  // A time equal to the oldest one is over.
  const between = [`${oldest}${AFTER_ALL}`, cursor < AFTER_ALL ? cursor : AFTER_ALL] as const;
  // DynamoDB refuses bounds in the wrong order.
  if (between[1] <= between[0]) return [];
  const places = await findKeys(
    { index: "gsi2", partition: orderPartition(reseller_uuid), between },
    { after: cursor, limit, isDescending: true },
  );
  return places.map((place) => ({ place, uuid: uuidOf(place) }));
}

/** Reads what was deleted; leaves out what was restored or erased in the meantime. */
export async function readDeleted(
  reseller_uuid: string,
  deletions: Deletion[],
): Promise<DeletedRecord[]> {
  const records = await batchGet(
    ...deletions.map(({ uuid }) =>
      lookup<DeletedRecord>(Deleted, { reseller_uuid, place: BY_CLIENTS, uuid }),
    ),
  );
  return records.filter((deleted) => deleted?.record !== undefined) as DeletedRecord[];
}

/** A page of a reseller's deletions, and the cursor of the next page. */
export async function readPageOfDeleted(
  reseller_uuid: string,
  { limit, ...slice }: DeletionSlice & { limit: number },
) {
  const deletions = await findDeletions(reseller_uuid, { ...slice, limit: limit + 1 });
  const shown = deletions.slice(0, limit);
  const next = deletions.length > limit ? shown.at(-1)?.place : undefined;
  return { records: await readDeleted(reseller_uuid, shown), next };
}
