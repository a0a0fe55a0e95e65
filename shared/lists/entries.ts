import { ListEntry } from "../entities/listEntry.ts";
import { ListSegment } from "../entities/listSegment.ts";
import { type Write, write } from "../table/transact.ts";
import { locate } from "./bitmap.ts";
import { entryKeys } from "./indexKeys.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";

/**
 * The writes that put a new record at the end of its list, in the transaction that creates it. The
 * list keeps all of the record, but for what the list's key says already.
 */
export function append<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  whole: Listed,
): Write[] {
  const { reseller_uuid: _, ...record } = whole;
  const { sequence } = record;
  const list = kind.list(whole);
  return [
    write(ListEntry, (entry) =>
      entry.create({ ...list, sequence, record, ...entryKeys(kind, whole) }).commit(),
    ),
    setBit(list, sequence),
  ];
}

/** The write that brings a list's copy of a record up to date, in the transaction that changes it. */
export function replace<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  whole: Listed,
): Write[] {
  const { reseller_uuid: _, ...record } = whole;
  const keys = entryKeys(kind, whole);
  const entries = Object.entries(keys);
  const present = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const absent = entries.filter(([, value]) => value === undefined).map(([name]) => name);
  return [
    write(ListEntry, (entry) =>
      entry
        .patch({ ...kind.list(whole), sequence: record.sequence })
        .set({ record, ...present })
        .remove(absent as (keyof typeof keys)[])
        .commit(),
    ),
  ];
}

/** The writes that take a record out of its list, in the transaction that removes it. */
export function remove(list: List, sequence: number): Write[] {
  return [
    write(ListEntry, (entry) => entry.remove({ ...list, sequence }).commit()),
    clearBit(list, sequence),
  ];
}

/** The write by which a sequence number that was not in a list is; in a transaction, since it adds. */
function setBit(list: List, sequence: number): Write {
  const { segment, block, bit } = locate(sequence);
  return write(ListSegment, (entity) =>
    entity
      .upsert({ ...list, segment })
      .add({ [block]: bit })
      .commit(),
  );
}

/** The write by which a sequence number that was in a list is no more; in a transaction. */
function clearBit(list: List, sequence: number): Write {
  const { segment, block, bit } = locate(sequence);
  return write(ListSegment, (entity) =>
    entity
      .patch({ ...list, segment })
      .add({ [block]: -bit })
      .commit(),
  );
}
