import { type AttributeValue, QueryCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { tableConfiguration, wireClient } from "../../shared/table/entity.ts";

/** An item as it goes over the wire. */
export type WireItem = Record<string, AttributeValue>;

/** The partitions that requests of this process have named. */
const named = new Set<string>();
const decoder = new TextDecoder();

wireClient.middlewareStack.add(
  (send) => async (args) => {
    const { body } = args.request as { body: Uint8Array };
    const text = decoder.decode(body);
    for (const [, pk = ""] of text.matchAll(/"pk":\{"S":"([^"]+)"\}/g)) named.add(pk);
    return await send(args);
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
  const partitions = [...named].filter((pk) => pk.includes(uuid));
  return (await Promise.all(partitions.map(itemsOf))).flat();
}

async function itemsOf(pk: string): Promise<WireItem[]> {
  const { Items = [], LastEvaluatedKey } = await wireClient.send(
    new QueryCommand({
      TableName: tableConfiguration.table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": { S: pk } },
      ConsistentRead: true,
    }),
  );
  if (LastEvaluatedKey) throw new Error(`${pk} has more items than one query reads`);
  return Items;
}
