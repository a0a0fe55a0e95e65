import { ListEntry } from "../entities/listEntry.ts";
import { findLive, type Slice } from "./bitmap.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";
import { readStripes, STRIPES } from "./stripes.ts";

const READS = 5;

/** A page of a list, and the number of records in the whole list. */
export interface Page<Listed> {
  records: Listed[];
  total: number;
}

/**
 * Reads a page: one query for what is live, one for the records of the page. Both are consistent,
 * and when a write came between the two they are read again, so that the page and the total are
 * those of one moment. A record that is there while it is read is on its page, however many others
 * come and go; one that is created or removed at that time may be or not.
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
      const page = copies.slice(0, slice.limit);
      return { total, records: page.map((copy) => ({ ...copy, reseller_uuid }) as never) };
    }
  }
}

/** One that took its number earlier may have come in between, as another may have gone. */
function isAll(copies: Copy[], sequences: number[]): boolean {
  return sequences.every((sequence, index) => copies[index]?.sequence === sequence);
}

/** The copies of the records with these numbers, and of any other between the first and the last. */
export async function readEntries(list: List, sequences: number[]) {
  const first = sequences[0];
  const last = sequences.at(-1);
  if (first === undefined || last === undefined) return [];
  const { data } = await ListEntry.query
    .inOrder(list)
    .between({ sequence: first }, { sequence: last })
    // All pages of the query: a page of large records is more than the megabyte that one holds.
    .go({ consistent: true, pages: "all", attributes: ["record"], originalErr: true });
  return data.map(({ record }) => record as Copy);
}

/** A record as its list has it. */
type Copy = Record<string, unknown> & { sequence: number };
