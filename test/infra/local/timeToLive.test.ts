import {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { removeExpired } from "../../../infra/local/database/timeToLive.ts";
import { newUuid } from "../../../shared/uuid.ts";

test("what has expired is removed from the local table, and nothing else", async () => {
  const client = new DynamoDBClient({});
  const table = `expiring-${newUuid()}`;
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S" as const,
      })),
    }),
  );
  const items = { past: "1699", now: "1700", later: "1701", never: undefined };
  for (const [pk, expires] of Object.entries(items)) {
    const Item = {
      pk: { S: pk },
      sk: { S: "s" },
      ...(expires && { expires_epoch: { N: expires } }),
    };
    await client.send(new PutItemCommand({ TableName: table, Item }));
  }
  await removeExpired(client, { table, now: 1_700_000 });
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table }));
  expect(Items.map(({ pk }) => pk?.S).toSorted()).toEqual(["later", "never", "now"]);
  client.destroy();
});
