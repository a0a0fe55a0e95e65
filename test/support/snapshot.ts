import { type AttributeValue, BatchGetItemCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { tableConfiguration, wireClient } from "../../shared/platform/table/entity.ts";
import { addMiddleware } from "./interceptRequests.ts";

/** An item as it goes over the wire. */
export type WireItem = Record<string, AttributeValue>;

interface NamedKey {
  pk: string;
  sk: string;
  /** The answer of the last read, if there was one: without an item if the table has none. */
  read?: { item: WireItem | undefined };
}

/**
 * The keys that requests of this process have named, by each uuid in their partition key: a run names a hundred
 * thousand. A write replaces the entry, so that it is read again.
 */
const keysByUuid = new Map<string, Map<string, NamedKey>>();
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** DynamoDB's limit for a request. */
const KEYS_A_REQUEST = 100;

addMiddleware(
  (send, command) => async (args) => {
    if (!command.includes("Item")) return await send(args);
    const keys = keysIn(args.input) as { pk: { S: string }; sk: { S: string } }[];
    const onlyReads = command.includes("Get");
    const note = () => {
      for (const { pk, sk } of keys) {
        const name = `${pk.S} ${sk.S}`;
        for (const uuid of new Set(pk.S.match(UUID))) {
          const named = keysByUuid.get(uuid) ?? new Map<string, NamedKey>();
          keysByUuid.set(uuid, named);
          if (!(onlyReads && named.has(name))) named.set(name, { pk: pk.S, sk: sk.S });
        }
      }
    };
    note();
    try {
      return await send(args);
    } finally {
      note();
    }
  },
  // Here all keys are as they go over the wire.
  { clients: [wireClient], step: "build" },
);

/** Every item of the table that has the reseller's uuid in its key, by that key. */
export async function snapshotOf(reseller_uuid: string): Promise<Record<string, unknown>> {
  const items = (await itemsNaming(reseller_uuid)).map((item) => unmarshall(item));
  return Object.fromEntries(items.map((item) => [`${item["pk"]} ${item["sk"]}`, item]));
}

/**
 * Every item whose partition key has this text, a uuid or a part with one, of those that this process has named.
 * Reading the whole table would take 30 µs of processor time for each item that any test has left.
 */
export async function itemsNaming(text: string): Promise<WireItem[]> {
  const [uuid = ""] = text.match(UUID) ?? [];
  const all = [...(keysByUuid.get(uuid)?.values() ?? [])];
  const keys = all.filter(({ pk }) => pk.includes(text));
  const unread = keys.filter(({ read }) => !read);
  const items = await readItems(unread);
  for (const [index, each] of unread.entries()) each.read = { item: items[index] };
  return keys.flatMap(({ read }) => (read?.item ? [read.item] : []));
}

/** The items with these keys, as they are now. */
export async function readItems(
  keys: readonly { pk: string; sk: string }[],
): Promise<(WireItem | undefined)[]> {
  const { table } = tableConfiguration;
  const items = new Map<string, WireItem>();
  for (let first = 0; first < keys.length; first += KEYS_A_REQUEST) {
    const some = keys.slice(first, first + KEYS_A_REQUEST);
    const Keys = some.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
    const request = { [table]: { Keys, ConsistentRead: true } };
    const { Responses } = await wireClient.send(new BatchGetItemCommand({ RequestItems: request }));
    for (const item of Responses?.[table] ?? [])
      items.set(`${item["pk"]?.S} ${item["sk"]?.S}`, item);
  }
  return keys.map(({ pk, sk }) => items.get(`${pk} ${sk}`));
}

type Item = Record<string, unknown>;

interface Operation {
  Key?: Item;
  Item?: Item;
  Keys?: Item[];
  DeleteRequest?: Operation;
  PutRequest?: Operation;
}

interface Input extends Operation {
  TransactItems?: Record<string, Operation>[];
  RequestItems?: Record<string, Operation | Operation[]>;
}

/** The keys of the items that a request to DynamoDB names, with their values in the request's own form. */
export function keysIn({ TransactItems = [], RequestItems = {}, ...own }: Input): Item[] {
  const operations = [
    own,
    ...TransactItems.flatMap((each) => Object.values(each)),
    ...Object.values(RequestItems).flat(),
  ].flatMap((each) => each.PutRequest ?? each.DeleteRequest ?? each);
  const named = operations.flatMap(({ Key, Item, Keys = [] }) =>
    [...Keys, Key ?? Item ?? []].flat(),
  );
  return named.map(({ pk, sk }) => ({ pk, sk }));
}
