import { type AttributeValue, ScanCommand } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { bytesOfItem } from "../../../functions/operators/itemBytes.ts";
import { requireEnv } from "../../../shared/env.ts";
import { wireClient } from "../../../shared/table/entity.ts";

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
