import { ListEntry } from "../entities/listEntry.ts";
import { findLive, type Slice } from "./bitmap.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";
import { readStripes, STRIPES } from "./stripes.ts";

const READS = 5;

/** A page of a list, and the total of the list. */
export interface Page<Listed> {
  records: Listed[];
  total: number;
}

/**
 * Reads a page with two consistent queries: one for the live numbers, one for the page's records. Starts
 * over if records were created or removed in between, so that page and total match. Only such a record
 * may be missing.
 */
export async function readPage<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  slice: Slice,
): Promise<Page<Listed>> {
  const list = kind.list(place);
  for (let read = 1; ; read += 1) {
    const { total, sequences } = findLive(await readStripes(list), slice, STRIPES);
    const copies = await readEntries(list, sequences);
    if (isAll(copies, sequences) || read === READS) {
      const { reseller_uuid } = list;
      const page = copies.filter(({ sequence }) => sequences.includes(sequence));
      const records = page.map((copy) => ({ ...copy, reseller_uuid }) as never);
      return { total: total - (sequences.length - page.length), records };
    }
  }
}

/** Whether the copies are those of the numbers; records may have been created or removed in between. */
function isAll(copies: Copy[], sequences: number[]): boolean {
  return sequences.every((sequence, index) => copies[index]?.sequence === sequence);
}

/** The copies of the records from the first of these numbers to the last. */
export async function readEntries(list: List, sequences: number[]) {
  const first = sequences[0];
  const last = sequences.at(-1);
  if (first === undefined || last === undefined) return [];
  const { data } = await ListEntry.query
    .inOrder(list)
    .between({ sequence: first }, { sequence: last })
    // Large records exceed the megabyte that one query returns.
    .go({ consistent: true, pages: "all", attributes: ["record"], originalErr: true });
  return data.map(({ record }) => record as Copy);
}

/** The list's copy of a record. */
type Copy = Record<string, unknown> & { sequence: number };
