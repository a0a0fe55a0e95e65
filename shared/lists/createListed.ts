import type { Limit } from "../limits/limits.ts";
import { retryOnConflict, transact, type Write, write, writeIfTrue } from "../table/transact.ts";
import { timestamp } from "../time.ts";
import { newUuid } from "../uuid.ts";
import { append } from "./entries.ts";
import { recordSearchKeys } from "./indexKeys.ts";
import type { ListedKind, ListedRecord } from "./listedKind.ts";
import { findRoom } from "./room.ts";

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
    const taken = await takeSequence(kind, place);
    if (!taken) return undefined;
    const { sequence } = taken;
    const bound = limit && (await findRoom(kind, place, { sequence, limit }));
    const record = newListed<Listed, Place>({ place, sequence, attributes });
    await transact(checkParent(kind, place, bound), ...creation(kind, record), ...also(record));
    return record;
  });
}

/**
 * The condition of a creation: the record that the list belongs to exists, and its counter is no
 * higher than the bound that `findRoom` has found.
 */
export function checkParent<Listed extends Place & ListedRecord, Place>(
  { parent }: ListedKind<Listed, Place>,
  place: Place,
  bound = Number.MAX_SAFE_INTEGER,
): Write {
  return write(parent.entity, (entity) =>
    entity
      .check(parent.key(place))
      .where(({ uuid, [parent.counter]: counter }, { exists, lte }) =>
        [exists(uuid), lte(counter, bound)].join(" AND "),
      )
      .commit(),
  );
}

/**
 * Takes the next sequence number of the list at a place, and returns it with the record that the
 * list belongs to; undefined when that does not exist. A number that is not used in the end stays
 * unused.
 */
export async function takeSequence<Listed extends Place & ListedRecord, Place>(
  { parent }: ListedKind<Listed, Place>,
  place: Place,
): Promise<{ sequence: number; parent: unknown } | undefined> {
  const counted = await writeIfTrue(() =>
    parent.entity
      .patch(parent.key(place))
      .add({ [parent.counter]: 1 })
      .go({ response: "all_new" }),
  );
  if (!counted) return undefined;
  return { sequence: counted.data[parent.counter] - 1, parent: counted.data };
}

/** A new record: its attributes, place and sequence number, an identifier and the time of now. */
export function newListed<Listed extends Place & ListedRecord, Place>(given: {
  place: Place;
  sequence: number;
  attributes: NewAttributes<Listed, Place>;
}): Listed {
  const created_at = timestamp();
  return {
    updated_at: created_at,
    ...given.attributes,
    ...given.place,
    uuid: newUuid(),
    sequence: given.sequence,
    revision: 1,
    created_at,
  } as unknown as Listed;
}

/** The writes of a transaction that creates a record: the record, and its place in the list. */
export function creation<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  record: Listed,
): Write[] {
  return [
    write(kind.entity, (entity) =>
      entity.create({ ...record, ...recordSearchKeys(kind, record) }).commit(),
    ),
    ...append(kind, record),
  ];
}
