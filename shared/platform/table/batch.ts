import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  BatchWriteCommand,
  type BatchWriteCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { Overloaded } from "../errors.ts";
import { tableConfiguration } from "./entity.ts";
import { queryIndex, type Stretch } from "./queryIndex.ts";
import { type AnyEntity, pause } from "./transact.ts";

/** How often records are asked for that DynamoDB leaves out of a batch. */
const READ_ATTEMPTS = 12;
/** After this many requests in a row that write nothing, a batch write gives up. */
const WRITE_ATTEMPTS = 5;
/** Maximum of a batch, set by DynamoDB. */
const KEYS_A_REQUEST = 100;
const WRITES_A_REQUEST = 25;

type Item = Record<string, unknown>;

/** A record to read: its key, and the parser of its item. */
export interface Lookup<Found> {
  key: Item;
  parse(item: Item): Found | null;
}

/** A lookup of the entity's record with this key; `Found` is the type of the entity's records. */
export function lookup<Found>(
  entity: AnyEntity,
  key: Record<string, string | number>,
): Lookup<Found> {
  return {
    key: entity.get(key).params<{ Key: Item }>().Key,
    parse: (Item) => entity.parse({ Item }).data as Found | null,
  };
}

/** A lookup for each record of a list of types. */
type Lookups<Records> = { [Index in keyof Records]: Lookup<Records[Index]> };
type FoundRecords<Records> = { [Index in keyof Records]: Records[Index] | undefined };

/**
 * Reads records of different entities consistently, with one request for 100 records; undefined for a
 * record that does not exist. Throws Overloaded if DynamoDB keeps leaving some out.
 */
export async function batchGet<Records extends unknown[]>(
  ...lookups: Lookups<Records>
): Promise<FoundRecords<Records>> {
  return (await readRecords(lookups, true)) as FoundRecords<Records>;
}

/** Like `batchGet`, at half the read units: the latest writes may be missing. */
export async function batchGetEventually<Records extends unknown[]>(
  ...lookups: Lookups<Records>
): Promise<FoundRecords<Records>> {
  return (await readRecords(lookups, false)) as FoundRecords<Records>;
}

/** The records of an entity with these keys that exist, at half the read units: they may be a second old. */
export async function findEach<Found>(
  entity: AnyEntity,
  keys: Record<string, string>[],
): Promise<Found[]> {
  const records = await batchGetEventually(...keys.map((key) => lookup<Found>(entity, key)));
  return records.filter((each) => each !== undefined) as Found[];
}

async function readRecords(lookups: Lookup<unknown>[], isConsistent: boolean): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let first = 0; first < lookups.length; first += KEYS_A_REQUEST) {
    const some = lookups.slice(first, first + KEYS_A_REQUEST);
    // DynamoDB refuses a key that is named twice.
    const keys = new Map(some.map(({ key }) => [`${key["pk"]} ${key["sk"]}`, key]));
    const items = await readItems([...keys.values()], isConsistent);
    for (const { key, parse } of some) {
      const item = items.find(({ pk, sk }) => pk === key["pk"] && sk === key["sk"]);
      records.push(item === undefined ? undefined : (parse(item) ?? undefined));
    }
  }
  return records;
}

async function readItems(keys: Item[], ConsistentRead: boolean): Promise<Item[]> {
  const { table, client } = tableConfiguration;
  const items: Item[] = [];
  let wanted: Item[] | undefined = keys;
  for (let attempt = 0; wanted?.length; attempt += 1) {
    if (attempt === READ_ATTEMPTS) throw new Overloaded("DynamoDB keeps leaving out records");
    if (attempt > 0) await pause(attempt);
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: wanted, ConsistentRead } } }),
    );
    items.push(...(Responses?.[table] ?? []));
    wanted = UnprocessedKeys?.[table]?.Keys;
  }
  return items;
}

/** Deletes the records with these keys in batches. */
export async function batchDelete(entity: AnyEntity, keys: object[]) {
  await writeItems(
    keys.map((key) => {
      const { Key } = entity.delete(key).params<{ Key: Item }>();
      return { DeleteRequest: { Key } };
    }),
  );
}

/** Writes these records unconditionally in batches. */
export async function batchPut(entity: AnyEntity, records: object[]) {
  await writeItems(
    records.map((record) => {
      const { Item } = entity.put(record).params<{ Item: Item }>();
      return { PutRequest: { Item } };
    }),
  );
}

/**
 * Removes the items of a partition, or those whose sort keys have a prefix, of whatever entity. Yields after each page,
 * so that an interrupted removal can continue.
 */
export async function* removePartition({ partition, prefix = "" }: Omit<Stretch, "index">) {
  const read = { ConsistentRead: true, ProjectionExpression: "pk, sk", Limit: KEYS_A_REQUEST };
  for await (const { Items = [] } of queryIndex({ partition, prefix }, read)) {
    if (Items.length === 0) continue;
    await writeItems(Items.map((Key) => ({ DeleteRequest: { Key } })));
    yield;
  }
}

type WriteRequest = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Item } };

/** Writes items in batches, and retries those that DynamoDB leaves out. Throws Overloaded if it takes none any more. */
async function writeItems(requests: WriteRequest[]) {
  const { table, client } = tableConfiguration;
  let rest = requests;
  for (let attempt = 0; rest.length > 0; ) {
    const some = rest.slice(0, WRITES_A_REQUEST);
    const { UnprocessedItems }: BatchWriteCommandOutput = await client.send(
      new BatchWriteCommand({ RequestItems: { [table]: some } }),
    );
    const refused = (UnprocessedItems?.[table] ?? []) as WriteRequest[];
    rest = [...refused, ...rest.slice(WRITES_A_REQUEST)];
    attempt = refused.length < some.length ? 0 : attempt + 1;
    if (attempt === WRITE_ATTEMPTS) throw new Overloaded("DynamoDB keeps leaving out writes");
    if (refused.length > 0) await pause(attempt);
  }
}
