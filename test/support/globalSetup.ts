import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { findBinary, startDynoxide } from "../../infra/local/dynoxide.ts";

/** One table for all tests, in memory, on a DynamoDB of its own; each test has a reseller of its own. */
export default async function setup() {
  const database = await startDynoxide(findBinary(), ":memory:");
  await database.ready;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${database.port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    TABLE_NAME: "reseller-monitoring",
  });
  const string = (AttributeName: string) => ({ AttributeName, AttributeType: "S" as const });
  await new DynamoDBClient({}).send(
    new CreateTableCommand({
      TableName: "reseller-monitoring",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map(string),
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "gsi1",
          KeySchema: [
            { AttributeName: "gsi1pk", KeyType: "HASH" },
            { AttributeName: "gsi1sk", KeyType: "RANGE" },
          ],
          Projection: {
            ProjectionType: "INCLUDE",
            NonKeyAttributes: [
              "__edb_e__",
              "__edb_v__",
              "uuid",
              "reseller_uuid",
              "name",
              "created_at",
            ],
          },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
    }),
  );
  return () => database.stop();
}
