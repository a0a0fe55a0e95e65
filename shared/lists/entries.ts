import { ListEntry } from "../entities/listEntry.ts";
import { hostSearchKeys, type Searched, searchKeys, shardOf } from "../table/searchKeys.ts";
import { type Write, write } from "../table/transact.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";
import { enter, leave } from "./stripes.ts";

/**
 * The writes that add a new record and its copy to the end of its list, for the transaction that creates
 * the record. The transaction fails if the list is closed or has `most` records already.
 */
export function append<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  whole: Listed,
  most?: number,
): Write[] {
  const { reseller_uuid: _, ...record } = whole;
  const { sequence } = record;
  const list = kind.list(whole);
  return [
    write(ListEntry, (entry) =>
      entry.create({ ...list, sequence, record, ...entryKeys(kind, whole) }).commit(),
    ),
    ...enter(list, sequence, most),
  ];
}

/** The write that updates the list's copy of a record, for the transaction that changes it. */
export function replace<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  whole: Listed,
): Write[] {
  const { reseller_uuid: _, ...record } = whole;
  const keys = entryKeys(kind, whole);
  const absent = Object.entries(keys).filter(([, value]) => value === undefined);
  return [
    write(ListEntry, (entry) =>
      entry
        .patch({ ...kind.list(whole), sequence: record.sequence })
        .set({ record, ...keys })
        .remove(absent.map(([name]) => name as keyof typeof keys))
        .commit(),
    ),
  ];
}

/** The writes that remove a record from its list, for the transaction that removes it. */
export function remove(list: List, sequence: number): Write[] {
  return [
    write(ListEntry, (entry) => entry.remove({ ...list, sequence }).commit()),
    ...leave(list, sequence),
  ];
}

/** The keys by which operators find a record among the records of all resellers. */
export function recordSearchKeys<Listed extends Place & ListedRecord, Place>(
  { foundBy }: ListedKind<Listed, Place>,
  record: Listed,
) {
  return keysOf(foundBy, record, { uuid: record.uuid });
}

/**
 * The keys by which the list's copy of a record is found: among its reseller's records, and in its
 * group. A record without a group has no keys of a group.
 */
function entryKeys<Listed extends Place & ListedRecord, Place>(
  { foundBy, group }: ListedKind<Listed, Place>,
  record: Listed,
) {
  const { uuid, reseller_uuid } = record;
  const name = group?.(record);
  return {
    ...keysOf(foundBy, record, { uuid, reseller_uuid }),
    group_shard: name === undefined ? undefined : groupShard(name, shardOf(uuid)),
    group_place: name === undefined ? undefined : `${reseller_uuid}#${uuid}`,
  };
}

/** The partition of a shard of a group. */
export function groupShard(group: string, shard: string): string {
  return `${group}#${shard}`;
}

function keysOf(foundBy: ListedKind<never, never>["foundBy"], record: object, found: Searched) {
  if (foundBy === undefined) return {};
  const text = String((record as Record<string, unknown>)[foundBy]);
  return foundBy === "hostname" ? hostSearchKeys(text, found) : searchKeys(text, found);
}
