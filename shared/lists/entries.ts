import { ListEntry } from "../entities/listEntry.ts";
import { ListSegment } from "../entities/listSegment.ts";
import { type Write, write } from "../table/transact.ts";
import { locate } from "./bitmap.ts";
import type { List } from "./listedKind.ts";

/** What a list keeps of a record: all of it, but for what the list's key says already. */
interface Entry {
  reseller_uuid: string;
  sequence: number;
}

/** The writes that put a new record at the end of its list, in the transaction that creates it. */
export function append(list: List, { reseller_uuid: _, ...record }: Entry): Write[] {
  const { sequence } = record;
  return [
    write(ListEntry, (entry) => entry.create({ ...list, sequence, record }).commit()),
    setBit(list, sequence),
  ];
}

/** The write that brings a list's copy of a record up to date, in the transaction that changes it. */
export function replace(list: List, { reseller_uuid: _, ...record }: Entry): Write[] {
  const { sequence } = record;
  return [
    write(ListEntry, (entry) =>
      entry
        .patch({ ...list, sequence })
        .set({ record })
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
