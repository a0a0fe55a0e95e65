import { ListEntry } from "../entities/listEntry.ts";
import { ListSegment } from "../entities/listSegment.ts";
import { findLive, type Segment } from "./bitmap.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";

const READS = 5;

/** A page of a list, and the number of records in the whole list. */
export interface Page<Listed> {
  records: Listed[];
  total: number;
}

/**
 * Reads a page: one query for what is live, one for the records of the page. Both are consistent,
 * and when a write came between the two they are read again, so that the page and the total are
 * those of one moment.
 */
export async function readPage<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  { offset, limit }: { offset: number; limit: number },
): Promise<Page<Listed>> {
  const list = kind.list(place);
  for (let read = 1; ; read += 1) {
    const { total, sequences } = findLive(await readSegments(list), offset, limit);
    const entries = await readEntries(list, sequences);
    if (entries.length === sequences.length || read === READS) {
      const { reseller_uuid } = list;
      return {
        total,
        records: entries.map(({ record }) => ({ ...record, reseller_uuid }) as unknown as Listed),
      };
    }
  }
}

/** All segments of a list, as they are now. */
export async function readSegments(list: List): Promise<Segment[]> {
  const { data } = await ListSegment.query.inOrder(list).go({ consistent: true, pages: "all" });
  return data;
}

async function readEntries(list: List, sequences: number[]) {
  const first = sequences[0];
  const last = sequences.at(-1);
  if (first === undefined || last === undefined) return [];
  const { data } = await ListEntry.query
    .inOrder(list)
    .between({ sequence: first }, { sequence: last })
    // All pages of the query: a page of large records is more than the megabyte that one holds.
    .go({ consistent: true, limit: sequences.length, count: sequences.length, pages: "all" });
  return data;
}
