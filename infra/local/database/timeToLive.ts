import { DeleteItemCommand, type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import type { Local } from "../local.ts";
import { TABLE_NAME } from "./table.ts";

/** DynamoDB takes a few days at most. */
const EVERY_MS = 3_600_000;

/** Removes what has expired, at once and each hour; the embedded database keeps it. Returns how to stop. */
export function startTimeToLive({ report }: Pick<Local, "report">): () => Promise<void> {
  let running = Promise.resolve();
  const sweep = () => {
    running = running.then(sweepTable).catch((error: unknown) => report("Time to live", error));
  };
  sweep();
  const timer = setInterval(sweep, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function sweepTable() {
  // Imported late, because it reads the functions' environment.
  const { wireClient } = await import("../../../shared/table/entity.ts");
  await removeExpired(wireClient, { table: TABLE_NAME, now: Date.now() });
}

/** Removes the items of a table whose `expires_epoch` has passed. `now` is in milliseconds. */
export async function removeExpired(
  client: DynamoDBClient,
  { table: TableName, now }: { table: string; now: number },
) {
  const past = {
    ExpressionAttributeNames: { "#expires": "expires_epoch" },
    ExpressionAttributeValues: { ":now": { N: String(Math.floor(now / 1000)) } },
  };
  const isPast = "#expires < :now";
  const pages = paginateScan(
    { client },
    { ...past, TableName, FilterExpression: isPast, ProjectionExpression: "pk, sk" },
  );
  for await (const { Items = [] } of pages) {
    for (const Key of Items) {
      const deletion = new DeleteItemCommand({
        ...past,
        ...{ TableName, Key, ConditionExpression: isPast },
      });
      await client.send(deletion).catch((error: Error) => {
        // It was written again in the meantime.
        if (error.name !== "ConditionalCheckFailedException") throw error;
      });
    }
  }
}
