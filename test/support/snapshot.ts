import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { tableConfiguration } from "../../shared/table/entity.ts";

/** Every item of the table that has the reseller's uuid in its key, by that key. */
export async function snapshotOf(reseller_uuid: string): Promise<Record<string, unknown>> {
  const pages = paginateScan(
    { client: tableConfiguration.client },
    {
      TableName: tableConfiguration.table,
      FilterExpression: "contains(pk, :reseller)",
      ExpressionAttributeValues: { ":reseller": reseller_uuid },
      ConsistentRead: true,
    },
  );
  const items: Record<string, unknown> = {};
  for await (const { Items = [] } of pages) {
    for (const item of Items) items[`${item["pk"]} ${item["sk"]}`] = item;
  }
  return items;
}
