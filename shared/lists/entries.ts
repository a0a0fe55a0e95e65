import { ListEntry } from "../entities/listEntry.ts";
import { type Write, write } from "../platform/table/transact.ts";
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
    write(ListEntry, (entry) => entry.create({ ...list, sequence, record }).commit()),
    ...enter(list, sequence, most),
  ];
}

/** The write that updates the list's copy of a record, for the transaction that changes it. */
export function replace<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  whole: Listed,
): Write[] {
  const { reseller_uuid: _, ...record } = whole;
  return [
    write(ListEntry, (entry) =>
      entry
        .patch({ ...kind.list(whole), sequence: record.sequence })
        .set({ record })
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
