import { ListEntry } from "../entities/list.ts";
import {
  retryOnConflict,
  takeSequences,
  transact,
  type Write,
} from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";
import { count } from "./account.ts";
import type { ListedKind, ListedRecord, Place } from "./listedKind.ts";
import { assertRoomInList, type Limit } from "./recordLimits.ts";
import { enter } from "./stripes.ts";

/** The attributes of a new record that the caller sets. */
type NewAttributes<Listed> = Omit<Listed, keyof Place | keyof ListedRecord> & {
  updated_at?: string | undefined;
};

/** A new record's attributes, the limit of its list, and more for the same transaction. */
interface Creation<Listed> {
  attributes: NewAttributes<Listed>;
  limit?: Limit | undefined;
  /** The further writes; throws if the record must not be created. */
  also?: (record: Listed) => Write[] | Promise<Write[]>;
  /** Of a record that must exist only once; without it, the record has a new one. */
  uuid?: string;
  /** The deleted record that comes back; without it, the record is a new one. */
  former?: Listed | undefined;
}

/**
 * Creates a record at the end of its list and returns it; undefined if the record that the list belongs
 * to does not exist. Throws the limit's error if the list is full.
 */
export async function createListed<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  place: Place,
  { attributes, limit, uuid, former, also = () => [] }: Creation<Listed>,
): Promise<Listed | undefined> {
  return await retryOnConflict(async () => {
    const { entity, key, counter } = kind.parent;
    const issued = await takeSequences({ entity, key: key(place) }, counter);
    if (!issued) return undefined;
    const { record: parent, first: sequence } = issued;
    if (limit) await assertRoomInList(kind.list(place), sequence, limit);
    const inherited = kind.parent.passesOn?.map((name) => [name, parent[name]]) ?? [];
    const record = newListed<Listed>({
      ...{ place, sequence, uuid, former },
      attributes: { ...attributes, ...Object.fromEntries(inherited) },
    });
    const more = await also(record);
    await transact(...creation(kind, record), ...count(kind, undefined, record), ...more);
    return record;
  });
}

/**
 * A new record with its place and sequence number, a new identifier and the current time. A former record
 * keeps its identifier and times; events know by the revision that it comes after its deletion.
 */
export function newListed<Listed extends ListedRecord>(creation: {
  place: Place;
  sequence: number;
  attributes: NewAttributes<Listed>;
  uuid?: string | undefined;
  former?: Listed | undefined;
}): Listed {
  const { former } = creation;
  const created_at = former?.created_at ?? timestamp();
  return {
    updated_at: created_at,
    ...creation.attributes,
    ...creation.place,
    uuid: former?.uuid ?? creation.uuid ?? newUuid(),
    sequence: creation.sequence,
    revision: former ? former.revision + 2 : 1,
    created_at,
  } as Listed;
}

/**
 * The writes that create a record and add it to its list, for one transaction that also counts it. The transaction
 * fails if the list is closed.
 */
export function creation<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  record: Listed,
): Write[] {
  const { reseller_uuid: _, ...copy } = record;
  const { sequence } = record;
  const list = kind.list(record);
  return [
    kind.entity.create({ ...record }),
    ListEntry.create({ ...list, sequence, record: copy }),
    ...enter(list, sequence),
  ];
}
