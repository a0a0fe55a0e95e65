import { type AttributeValue, paginateQuery } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { tableConfiguration, wireClient } from "../../shared/table/entity.ts";

/** An item as it goes over the wire. */
export type WireItem = Record<string, AttributeValue>;

/** The items of a partition, once they have been read. */
interface Partition {
  items?: WireItem[];
}

/** The partitions that requests of this process have named. A write replaces the entry, so that it is read again. */
const named = new Map<string, Partition>();
const decoder = new TextDecoder();
/** Connections of the client. */
const AT_ONCE = 50;

wireClient.middlewareStack.add(
  (send) => async (args) => {
    const { body, headers } = args.request as {
      body: Uint8Array;
      headers: Record<string, string>;
    };
    const keys = [...decoder.decode(body).matchAll(/"pk":\{"S":"([^"]+)"\}/g)];
    const partitions = new Set(keys.map(([, pk = ""]) => pk));
    const onlyReads = headers["x-amz-target"]?.includes("Get") ?? false;
    const note = () => {
      for (const pk of partitions) if (!(onlyReads && named.has(pk))) named.set(pk, {});
    };
    note();
    try {
      return await send(args);
    } finally {
      note();
    }
  },
  { step: "finalizeRequest", name: "partitions" },
);

/** Every item of the table that has the reseller's uuid in its key, by that key. */
export async function snapshotOf(reseller_uuid: string): Promise<Record<string, unknown>> {
  const items = (await itemsNaming(reseller_uuid)).map((item) => unmarshall(item));
  return Object.fromEntries(items.map((item) => [`${item["pk"]} ${item["sk"]}`, item]));
}

/**
 * Every item with the identifier in its partition key, in the partitions that this process has named.
 * Reading the whole table would take 30 µs of processor time for each item that any test has left.
 */
export async function itemsNaming(uuid: string): Promise<WireItem[]> {
  const partitions = [...named.keys()].filter((pk) => pk.includes(uuid));
  const items: WireItem[][] = [];
  for (let first = 0; first < partitions.length; first += AT_ONCE) {
    const some = partitions.slice(first, first + AT_ONCE);
    items.push(...(await Promise.all(some.map(itemsOf))));
  }
  return items.flat();
}

async function itemsOf(pk: string): Promise<WireItem[]> {
  const partition = named.get(pk) ?? {};
  partition.items ??= await readItems(pk);
  return partition.items;
}

async function readItems(pk: string): Promise<WireItem[]> {
  const pages = paginateQuery(
    { client: wireClient },
    {
      TableName: tableConfiguration.table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": { S: pk } },
      ConsistentRead: true,
    },
  );
  const items: WireItem[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
}
