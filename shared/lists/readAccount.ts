import { ListEntry } from "../entities/listEntry.ts";
import { batchGet, lookup } from "../table/batch.ts";
import { accountList } from "./account.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";

/** The highest number that keys have room for. */
const LAST_NUMBER = 9_999_999_999;

/** What a page with a cursor is of: at most `limit` records from the number `from` on. */
export interface CursorSlice {
  from: number;
  limit: number;
}

/** A page of a list with a cursor, and the number from which the next page is read, if there is one. */
export interface CursorPage<Listed> {
  records: Listed[];
  next: number | undefined;
}

/** The place of a record in its reseller's list of all. */
export interface AccountPlace {
  number: number;
  uuid: string;
}

/** Reads a page of a reseller's list of all records of a kind with a query and a batch, both consistent. */
export async function readAccountPage<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  reseller_uuid: string,
  slice: CursorSlice,
): Promise<CursorPage<Listed>> {
  const { records, next } = await readEntriesFrom(accountList(reseller_uuid, kind.table), slice);
  const places = records.map(({ sequence, record }) => {
    return { number: sequence, uuid: String(record["uuid"]) };
  });
  return { records: await readRecords(kind, reseller_uuid, places), next };
}

/**
 * Reads a page of the list of a record, such as the websites of a business, consistently. It is empty if that
 * record is deleted, also while the clean-up is under way.
 */
export async function readListPage<Listed extends Place & ListedRecord, Place>(
  { list: listOf, parent }: ListedKind<Listed, Place>,
  place: Place,
  slice: CursorSlice,
): Promise<CursorPage<Listed>> {
  const list = listOf(place);
  const owner = lookup<object>(parent.entity as never, parent.key(place) as never);
  const [{ records, next }, [found]] = await Promise.all([
    readEntriesFrom(list, slice),
    batchGet(owner),
  ]);
  if (!found) return { records: [], next: undefined };
  const { reseller_uuid } = list;
  return { records: records.map(({ record }) => ({ ...record, reseller_uuid }) as never), next };
}

/**
 * Reads a page of the records at these places, as an index has them: a record that is gone is left out, and of a
 * restored one, which has another number, the former place.
 */
export async function readPlaces<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  reseller_uuid: string,
  { places, slice }: { places: AccountPlace[]; slice: CursorSlice },
): Promise<CursorPage<Listed>> {
  const inOrder = places.toSorted((one, other) => one.number - other.number);
  const latest = [...new Map(inOrder.map((place) => [place.uuid, place])).values()];
  const { records, next } = cut(latest, slice, ({ number }) => number);
  return { records: await readRecords(kind, reseller_uuid, records), next };
}

/** Cuts a page out of what was found, in the order of their numbers. */
export function cut<Found>(
  found: Found[],
  { from, limit }: CursorSlice,
  numberOf: (each: Found) => number,
): CursorPage<Found> {
  const inOrder = found
    .filter((each) => numberOf(each) >= from)
    .toSorted((one, other) => numberOf(one) - numberOf(other));
  const records = inOrder.slice(0, limit);
  const last = records.at(-1);
  const hasMore = inOrder.length > limit && last !== undefined;
  return { records, next: hasMore ? numberOf(last) + 1 : undefined };
}

async function readEntriesFrom(list: List, { from, limit }: CursorSlice) {
  const { data, cursor } = await ListEntry.query
    .inOrder(list)
    .between({ sequence: from }, { sequence: LAST_NUMBER })
    .go({ consistent: true, limit: limit + 1, originalErr: true });
  const records = data.slice(0, limit);
  const last = records.at(-1);
  // A query of large records ends after a megabyte.
  const hasMore = data.length > limit || cursor !== null;
  return { records, next: hasMore && last ? last.sequence + 1 : undefined };
}

async function readRecords<Listed extends Place & ListedRecord, Place>(
  { entity }: ListedKind<Listed, Place>,
  reseller_uuid: string,
  places: AccountPlace[],
): Promise<Listed[]> {
  const found = await batchGet(
    ...places.map(({ uuid }) => lookup<Listed>(entity, { reseller_uuid, uuid })),
  );
  return found.flatMap((record, index) =>
    record?.account_sequence === places[index]?.number && record ? [record] : [],
  );
}
