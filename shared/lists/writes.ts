import type { TransactWriteEntities } from "electrodb";
import { ListEntry } from "../entities/listEntry.ts";
import { ListSegment } from "../entities/listSegment.ts";
import { locate } from "./bitmap.ts";
import type { List } from "./lists.ts";

/** The entities that a list is made of: every transaction that changes one names them. */
export const listEntities = { listEntry: ListEntry, listSegment: ListSegment };

type ListWrites = TransactWriteEntities<typeof listEntities>;

/** What a list keeps of a record: all of it, but for what the list's key says already. */
interface ListedRecord {
  reseller_uuid: string;
  sequence: number;
}

function entry({ reseller_uuid: _, ...record }: ListedRecord) {
  return { sequence: record.sequence, record };
}

/** The writes that put a new record at the end of its list, in the transaction that creates it. */
export function appendToList(entities: ListWrites, list: List, record: ListedRecord) {
  const { segment, block, bit } = locate(record.sequence);
  return [
    entities.listEntry.create({ ...list, ...entry(record) }).commit(),
    entities.listSegment
      .upsert({ ...list, segment })
      .add({ [block]: bit })
      .commit(),
  ];
}

/** The write that brings a list's copy of a record up to date, in the transaction that changes it. */
export function replaceInList(entities: ListWrites, list: List, record: ListedRecord) {
  const { sequence, record: copy } = entry(record);
  return [
    entities.listEntry
      .patch({ ...list, sequence })
      .set({ record: copy })
      .commit(),
  ];
}

/** The writes that take a record out of its list, in the transaction that deletes it. */
export function removeFromList(entities: ListWrites, list: List, sequence: number) {
  const { segment, block, bit } = locate(sequence);
  return [
    entities.listEntry.remove({ ...list, sequence }).commit(),
    entities.listSegment
      .patch({ ...list, segment })
      .add({ [block]: -bit })
      .commit(),
  ];
}
