import { ListEntry } from "../entities/list.ts";
import { findLive, type Slice } from "../platform/table/bitmap.ts";
import {
  hasParent,
  type List,
  type ListedKind,
  type ListedRecord,
  type Place,
} from "./listedKind.ts";
import type { CursorPage, CursorSlice } from "./readAccount.ts";
import { readStripes, STRIPES } from "./stripes.ts";

const READS = 5;
/** The highest number that keys have room for. */
const LAST_NUMBER = 9_999_999_999;

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
export async function readPage<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  place: Place,
  slice: Slice,
): Promise<Page<Listed>> {
  const list = kind.list(place);
  for (let read = 1; ; read += 1) {
    const { total, sequences } = findLive(await readStripes(list), slice, STRIPES);
    const copies = await readEntries<Listed>(list, sequences);
    const isAll = sequences.every((sequence, index) => copies[index]?.sequence === sequence);
    if (isAll || read === READS) {
      const records = copies.filter(({ sequence }) => sequences.includes(sequence));
      return { total: total - (sequences.length - records.length), records };
    }
  }
}

/** The copies of the records from the first of these numbers to the last. */
async function readEntries<Listed extends ListedRecord>(
  list: List,
  sequences: number[],
): Promise<Listed[]> {
  const first = sequences[0];
  const last = sequences.at(-1);
  if (first === undefined || last === undefined) return [];
  const { data } = await ListEntry.query
    .inOrder(list)
    .between({ sequence: first }, { sequence: last })
    // Large records exceed the megabyte that one query returns.
    .go({ consistent: true, pages: "all", attributes: ["record"], originalErr: true });
  return data.map(({ record }) => listedOf<Listed>(list, record));
}

/** A record of its copy in a list. */
function listedOf<Listed extends ListedRecord>({ reseller_uuid }: List, copy: object): Listed {
  return { ...copy, reseller_uuid } as Listed;
}

/**
 * Reads a page of the list of a record with a cursor, such as the businesses of a user, consistently: the records after
 * the one at `after`, and the place of the last one if there are more. It is empty if that record is deleted, also
 * while the clean-up is under way.
 */
export async function readListPage<Listed extends ListedRecord>(
  kind: ListedKind<Listed>,
  place: Place,
  { after = "", limit }: CursorSlice,
): Promise<CursorPage<Listed>> {
  const list = kind.list(place);
  const [number] = /^\d+(?=#)/.exec(after) ?? [];
  const from = number === undefined ? 0 : Math.min(Number(number) + 1, LAST_NUMBER);
  const [{ data, cursor }, isThere] = await Promise.all([
    ListEntry.query
      .inOrder(list)
      .between({ sequence: from }, { sequence: LAST_NUMBER })
      .go({ consistent: true, limit: limit + 1, originalErr: true }),
    hasParent(kind, place),
  ]);
  const entries = isThere ? data.slice(0, limit) : [];
  const records = entries.map(({ record }) => listedOf<Listed>(list, record));
  const last = records.at(-1);
  // A query of large records ends after a megabyte.
  const hasMore = data.length > limit || cursor !== null;
  return { records, next: hasMore && last ? `${last.sequence}#${last.uuid}` : undefined };
}
