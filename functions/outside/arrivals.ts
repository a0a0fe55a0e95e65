import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { clientSettings } from "../../shared/awsClient.ts";
import { requireEnv } from "../../shared/env.ts";

/** What the service sends to the control site: a probe of the website that is up, a webhook. */
type Arrival = "probe" | "webhook";

const client = new DynamoDBClient(clientSettings);

/** Stores when something came last, in milliseconds since 1970. */
export async function noteArrival(what: Arrival, at: number) {
  const TableName = requireEnv("ARRIVALS_TABLE_NAME");
  const Item = { what: { S: what }, at: { N: String(at) } };
  await client.send(new PutItemCommand({ TableName, Item }));
}

/** When something came last, in milliseconds since 1970; 0 for never. */
export async function lastArrival(what: Arrival): Promise<number> {
  const TableName = requireEnv("ARRIVALS_TABLE_NAME");
  const { Item } = await client.send(
    new GetItemCommand({ TableName, Key: { what: { S: what } }, ConsistentRead: true }),
  );
  return Number(Item?.["at"]?.N ?? 0);
}
