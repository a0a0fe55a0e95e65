import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { requireEnv } from "../env.ts";

/** The one table and its client, as every ElectroDB entity takes them. */
export const tableConfiguration = {
  table: requireEnv("TABLE_NAME"),
  client: DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  }),
};
