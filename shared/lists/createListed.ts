import { ListEntry } from "../entities/list.ts";
import {
  retryOnConflict,
  takeSequences,
  transact,
  type Write,
  write,
} from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { newUuid } from "../platform/uuid.ts";
import { count } from "./account.ts";
import type { ListedKind, ListedRecord, Place } from "./listedKind.ts";
import type { Limit } from "./recordLimits.ts";
import { enter, quotaOf, readStripes, STRIPES, stripeOf } from "./stripes.ts";

/** The attributes of a new record that the caller sets. */
type NewAttributes<Listed> = Omit<Listed, keyof Place | keyof ListedRecord> & {
  updated_at?: string | undefined;
};

/** A new record's attributes, the limit of its list, and further writes for the same transaction. */
interface Creation<Listed> {
  attributes: NewAttributes<Listed>;
  limit?: Limit | undefined;
  /** Throws if the record must not be created. */
  check?: () => Promise<void>;
  also?: (record: Listed) => Write[];
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
  { attributes, limit, check, uuid, former, also = () => [] }: Creation<Listed>,
): Promise<Listed | undefined> {
  return await retryOnConflict(async () => {
    const sequences = await takeSequences(parentOf(kind, place), [kind.parent.counter]);
    const first = sequences?.first[kind.parent.counter];
    if (!sequences || first === undefined) return undefined;
    await check?.();
    const sequence = limit ? await findRoom(kind, place, { sequence: first, limit }) : first;
    const inherited = kind.parent.passesOn?.map((name) => [name, sequences.record[name]]) ?? [];
    const record = newListed<Listed>({
      ...{ place, sequence, uuid, former },
      attributes: { ...attributes, ...Object.fromEntries(inherited) },
    });
    await transact(
      ...creation(kind, record, limit?.most),
      ...count(kind, undefined, record),
      ...also(record),
    );
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
 * fails if the list is closed or has `most` records already.
 */
export function creation<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  record: Listed,
  most?: number,
): Write[] {
  const { reseller_uuid: _, ...copy } = record;
  const { sequence } = record;
  const list = kind.list(record);
  return [
    write(kind.entity, (entity) => entity.create({ ...record }).commit()),
    write(ListEntry, (entry) => entry.create({ ...list, sequence, record: copy }).commit()),
    ...enter(list, sequence, most),
  ];
}

/** The record that counts the sequence numbers of the list at a place. */
function parentOf<Listed extends ListedRecord>({ parent }: ListedKind<Listed>, place: Place) {
  return { entity: parent.entity, key: parent.key(place) };
}

/**
 * Returns a sequence number for a new record: the number that was taken, or one in another stripe if its
 * stripe is full. Throws the limit's error if the list is full.
 *
 * Each stripe may hold its share of the limit. That is a condition of the creation itself, so concurrent
 * creations can't exceed the limit. While fewer numbers were taken than the limit, no stripe can be full,
 * and nothing is read.
 */
export async function findRoom<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  place: Place,
  { sequence, limit }: { sequence: number; limit: Limit },
): Promise<number> {
  if (sequence < limit.most) return sequence;
  const stripes = await readStripes(kind.list(place));
  const room = Array.from({ length: STRIPES }, (_, number) => {
    const gate = stripes.find(({ segment, stripe }) => segment === 0 && stripe === number);
    return quotaOf(number, limit.most) - (gate?.live ?? 0);
  });
  if (room.reduce((sum, each) => sum + each, 0) <= 0) throw limit.exceeded;
  if ((room[stripeOf(sequence)] ?? 0) > 0) return sequence;
  const open = [...room.keys()].filter((stripe) => (room[stripe] ?? 0) > 0);
  const wanted = open[Math.floor(Math.random() * open.length)] ?? 0;
  // Takes one number in each stripe and uses the wanted one.
  const sequences = await takeSequences(parentOf(kind, place), [kind.parent.counter], STRIPES);
  const first = sequences?.first[kind.parent.counter];
  if (first === undefined) return sequence;
  return first + ((wanted - stripeOf(first) + STRIPES) % STRIPES);
}
