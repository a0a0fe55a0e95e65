import { ListEntry } from "../entities/listEntry.ts";
import { type Write, write } from "../table/transact.ts";
import { entryKeys } from "./indexKeys.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";
import { enter, leave } from "./stripes.ts";

/**
 * The writes that put a new record at the end of its list, in the transaction that creates it, on
 * the condition that what the list belongs to is there, and that the list has room where it may have
 * `most` records. The list keeps all of the record, but for what its key says already.
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

/** The write that brings a list's copy of a record up to date, in the transaction that changes it. */
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

/** The writes that take a record out of its list, in the transaction that removes it. */
export function remove(list: List, sequence: number): Write[] {
  return [
    write(ListEntry, (entry) => entry.remove({ ...list, sequence }).commit()),
    ...leave(list, sequence),
  ];
}
