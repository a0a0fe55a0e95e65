import { ListEntry } from "../entities/listEntry.ts";
import type { RecordTable } from "../errors.ts";
import { transactIfTrue, type Write, write } from "../table/transact.ts";
import type { List, ListedKind, ListedRecord } from "./listedKind.ts";
import { count, uncount } from "./stripes.ts";

type Kind = Pick<ListedKind<never, never>, "table" | "accountCounter">;
type Numbered = Pick<ListedRecord, "reseller_uuid" | "account_sequence">;

/**
 * A reseller's list of all its records of a kind, in the order of their creation. It is read with a cursor,
 * so its stripes only count the records.
 */
export function accountList(reseller_uuid: string, table: RecordTable): List {
  return { reseller_uuid, list: `account#${table}` };
}

/** The writes that add a new record to the list of all, for the transaction that creates it. */
export function enterAccount(kind: Kind, record: ListedRecord): Write[] {
  const place = placeOf(kind, record);
  if (!place) return [];
  const { uuid } = record;
  return [
    write(ListEntry, (entry) => entry.create({ ...place, record: { uuid } }).commit()),
    count(place, place.sequence),
  ];
}

/** The writes that remove a record from the list of all, for the transaction that removes it. */
export function leaveAccount(kind: Kind, record: Numbered): Write[] {
  const place = placeOf(kind, record);
  if (!place) return [];
  return [
    write(ListEntry, (entry) => entry.remove(place).commit()),
    uncount(place, place.sequence),
  ];
}

/** Removes deleted records from the list of all. A second call for the same records changes nothing. */
export async function forgetInAccount(kind: Kind, gone: Numbered[]) {
  for (const record of gone) {
    const writes = leaveAccount(kind, record);
    if (writes.length > 0) await transactIfTrue(...writes);
  }
}

/** The record's place in the list of all; undefined for a kind without such a list. */
function placeOf(
  { table, accountCounter }: Kind,
  { reseller_uuid, account_sequence: sequence }: Numbered,
) {
  if (!accountCounter || sequence === undefined) return undefined;
  return { ...accountList(reseller_uuid, table), sequence };
}
