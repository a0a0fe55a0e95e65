import { AccountCounts, type Counted, counted } from "../entities/accountCounts.ts";
import type { Write } from "../platform/table/transact.ts";
import type { ListedKind, ListedRecord } from "./listedKind.ts";

/** What a reseller has: its businesses, and its websites by state. */
export type Counts = Record<Counted, number>;

/**
 * The write that counts a record which is created, changed or removed, for the transaction that does it. None if
 * it counts as before.
 */
export function count<Listed extends ListedRecord>(
  { countedAs }: ListedKind<Listed>,
  before: Listed | undefined,
  after: Listed | undefined,
): Write[] {
  const record = after ?? before;
  const [from, to] = [before && countedAs?.(before), after && countedAs?.(after)];
  if (!record || from === to) return [];
  return [countOf(record, { ...(from && { [from]: -1 }), ...(to && { [to]: 1 }) })];
}

/**
 * The write that adds to a reseller's counts. They are the sums of 16 shards, so that records with different uuids
 * seldom wait for each other: DynamoDB refuses a transaction on an item that another one is writing.
 */
export function countOf(
  { reseller_uuid, uuid }: { reseller_uuid: string; uuid: string },
  amounts: Partial<Counts>,
): Write {
  return AccountCounts.update({ reseller_uuid, shard: uuid.slice(-1) }).add(amounts);
}

/** How many records of each kind and state a reseller has. */
export async function readCounts(reseller_uuid: string): Promise<Counts> {
  const { data: shards } = await AccountCounts.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true });
  const sums = counted.map((name) => [
    name,
    shards.reduce((sum, { [name]: count = 0 }) => sum + count, 0),
  ]);
  return Object.fromEntries(sums) as Counts;
}

/** How many websites there are, in any state. */
export function websitesIn({ businesses: _, ...websites }: Counts): number {
  return Object.values(websites).reduce((sum, count) => sum + count, 0);
}
