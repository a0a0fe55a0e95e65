import { QueryCommand, type QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import { tableConfiguration } from "../../shared/table/entity.ts";
import { timestamp } from "../../shared/time.ts";
import { readCursor, type Shard } from "./cursor.ts";

/** How many are due in these shards that no tick has enqueued yet: counted in DynamoDB, not read. */
export async function countLeft(shards: Shard[], now: Date): Promise<number> {
  const counts = await Promise.all(
    shards.map(async (shard) => {
      const [fresh] = (await readCursor(shard, now)).ranges;
      return fresh ? await count(shard, fresh) : 0;
    }),
  );
  return counts.reduce((sum, each) => sum + each, 0);
}

async function count(
  { kind, shard }: Shard,
  { after, until }: { after: Date; until: Date },
): Promise<number> {
  const { table, client } = tableConfiguration;
  let total = 0;
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: "gsi1",
        Select: "COUNT",
        KeyConditionExpression: "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to",
        ExpressionAttributeValues: {
          ":pk": `due#${kind}#${shard}`,
          ":from": timestamp(new Date(after.getTime() + 1000)),
          ":to": timestamp(new Date(until.getTime() + 1000)),
        },
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    );
    total += page.Count ?? 0;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return total;
}
