import { type AttributeValue, ScanCommand } from "@aws-sdk/client-dynamodb";
import { requireEnv } from "../../../shared/env.ts";
import { wireClient } from "../../../shared/table/entity.ts";

type Item = Record<string, AttributeValue>;

/** DynamoDB adds this to each item and each index entry when it charges for storage. */
const OVERHEAD = 100;
const INDEXES = [
  { key: ["gsi1pk", "gsi1sk"], others: ["uuid", "reseller_uuid", "due_at", "target"] },
  { key: ["gsi2pk", "gsi2sk"], others: [] },
];

/** The stored bytes of an item of each entity in the bench's table, index entries included, on average. */
export async function measureItemBytes(): Promise<Record<string, number>> {
  const sizes = new Map<string, number[]>();
  let ExclusiveStartKey: Item | undefined;
  do {
    const request = {
      TableName: requireEnv("TABLE_NAME"),
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    };
    const page = await wireClient.send(new ScanCommand(request));
    for (const item of page.Items ?? []) {
      const entity = item["__edb_e__"]?.S ?? "";
      sizes.set(entity, [...(sizes.get(entity) ?? []), bytesOf(item)]);
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

function bytesOf(item: Item): number {
  const entries = INDEXES.filter(({ key }) => key.every((name) => name in item)).map(
    ({ key, others }) => {
      const names = ["pk", "sk", ...key, ...others];
      return OVERHEAD + bytesOfMap(Object.fromEntries(names.map((name) => [name, item[name]])));
    },
  );
  return OVERHEAD + bytesOfMap(item) + entries.reduce((sum, entry) => sum + entry, 0);
}

/** By the rules of DynamoDB's developer guide, "Item sizes and formats". */
function bytesOfMap(map: Record<string, AttributeValue | undefined>): number {
  return Object.entries(map).reduce(
    (sum, [name, value]) => sum + (value ? Buffer.byteLength(name) + bytesOfValue(value) : 0),
    0,
  );
}

function bytesOfValue({ S, N, B, L, M }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  if (B !== undefined) return B.length;
  if (L) return 3 + L.reduce((sum, one) => sum + 1 + bytesOfValue(one), 0);
  if (M) return 3 + Object.keys(M).length + bytesOfMap(M);
  return 1;
}
