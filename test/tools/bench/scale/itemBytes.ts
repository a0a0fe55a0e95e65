import { type AttributeValue, ScanCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { requireEnv } from "../../../../shared/platform/env.ts";
import { wireClient } from "../../../../shared/platform/table/entity.ts";

/** DynamoDB adds this to each item and each index entry when it charges for storage. */
const OVERHEAD = 100;
const INDEXES = [
  { key: ["gsi1pk", "gsi1sk"], others: ["uuid", "reseller_uuid", "due_at", "target"] },
  { key: ["gsi2pk", "gsi2sk"], others: [] },
];

type Item = Record<string, unknown>;

/** The stored bytes of an item of each entity in the bench's table, index entries included, on average. */
export async function measureItemBytes(): Promise<Record<string, number>> {
  const sizes = new Map<string, number[]>();
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const request = {
      TableName: requireEnv("TABLE_NAME"),
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    };
    const page = await wireClient.send(new ScanCommand(request));
    for (const item of page.Items ?? []) {
      const entity = item["__edb_e__"]?.S ?? "";
      sizes.set(entity, [...(sizes.get(entity) ?? []), bytesOfItem(unmarshall(item))]);
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return Object.fromEntries(
    [...sizes].map(([entity, all]) => [
      entity,
      all.reduce((sum, one) => sum + one, 0) / all.length,
    ]),
  );
}

/** The bytes of an item that DynamoDB charges for, index entries included. */
function bytesOfItem(item: Item): number {
  const entries = INDEXES.filter(({ key }) => key.every((name) => name in item)).map(
    ({ key, others }) => {
      const names = ["pk", "sk", ...key, ...others];
      return OVERHEAD + bytesOfMap(Object.fromEntries(names.map((name) => [name, item[name]])));
    },
  );
  return OVERHEAD + bytesOfMap(item) + entries.reduce((sum, entry) => sum + entry, 0);
}

/** By the rules of DynamoDB's developer guide, "Item sizes and formats". */
function bytesOfMap(map: Item): number {
  return Object.entries(map).reduce(
    (sum, [name, value]) =>
      value === undefined ? sum : sum + Buffer.byteLength(name) + bytesOfValue(value),
    0,
  );
}

function bytesOfValue(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return bytesOfList([...value]) - value.size;
  if (Array.isArray(value)) return bytesOfList(value);
  if (typeof value !== "object" || value === null) return 1;
  return 3 + Object.keys(value).length + bytesOfMap(value as Item);
}

function bytesOfList(values: unknown[]): number {
  return 3 + values.reduce<number>((sum, one) => sum + 1 + bytesOfValue(one), 0);
}
