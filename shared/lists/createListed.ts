import type { Limit } from "../limits/recordLimits.ts";
import { retryOnConflict, transact, type Write, write } from "../table/transact.ts";
import { timestamp } from "../time.ts";
import { newUuid } from "../uuid.ts";
import { enterAccount, takeAccountSequences } from "./account.ts";
import { append, recordSearchKeys } from "./entries.ts";
import type { ListedKind, ListedRecord } from "./listedKind.ts";
import { findRoom } from "./room.ts";
import { takeSequences } from "./takeSequences.ts";

/** What a caller says of a new record; the rest is its place, and what every listed record has. */
export type NewAttributes<Listed, Place> = Omit<Listed, keyof Place | keyof ListedRecord> & {
  updated_at?: string | undefined;
};

/** A new record's attributes, how long its list may be, and what else is written together with it. */
interface Creation<Listed, Place> {
  attributes: NewAttributes<Listed, Place>;
  limit?: Limit | undefined;
  also?: (record: Listed) => Write[];
}

/**
 * Creates a record at the end of its list, and returns it; undefined when the record that the list
 * belongs to does not exist. Throws what the limit says where the list is full.
 */
export async function createListed<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  { attributes, limit, also = () => [] }: Creation<Listed, Place>,
): Promise<Listed | undefined> {
  return await retryOnConflict(async () => {
    const [taken, [account_sequence]] = await Promise.all([
      takeSequences(kind, place),
      takeAccountSequences(kind.list(place).reseller_uuid, kind.account),
    ]);
    if (!taken) return undefined;
    const { sequence: first } = taken;
    const sequence = limit ? await findRoom(kind, place, { sequence: first, limit }) : first;
    const record = newListed<Listed, Place>({ place, sequence, account_sequence, attributes });
    await transact(...creation(kind, record, limit?.most), ...also(record));
    return record;
  });
}

/** A new record: its attributes, place and sequence number, an identifier and the time of now. */
export function newListed<Listed extends Place & ListedRecord, Place>(given: {
  place: Place;
  sequence: number;
  account_sequence?: number | undefined;
  attributes: NewAttributes<Listed, Place>;
}): Listed {
  const created_at = timestamp();
  return {
    updated_at: created_at,
    ...given.attributes,
    ...given.place,
    uuid: newUuid(),
    sequence: given.sequence,
    ...(given.account_sequence !== undefined && { account_sequence: given.account_sequence }),
    revision: 1,
    created_at,
  } as unknown as Listed;
}

/**
 * The writes of a transaction that creates a record: the record, and its places in lists. Their
 * condition is that what the list belongs to is there, and that the list has room where it may have
 * `most` records.
 */
export function creation<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  record: Listed,
  most?: number,
): Write[] {
  return [
    write(kind.entity, (entity) =>
      entity.create({ ...record, ...recordSearchKeys(kind, record) }).commit(),
    ),
    ...append(kind, record, most),
    ...enterAccount(kind, record),
  ];
}
