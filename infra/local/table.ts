import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  ScanCommand,
  type TableDescription as StoredTable,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { Problem } from "../cli/terminal.ts";
import { TABLE_NAME, type TableDescription } from "./template.ts";

/**
 * Creates the table where it is missing; resolves with its stream's ARN when it can be used. Throws a Problem when
 * there is no database, or its data have another form. Needs the functions' environment.
 */
export async function prepareTable(client: DynamoDBClient, wanted: TableDescription) {
  const streamArn = await ensureTable(client, wanted).catch((error: Error) => {
    if (!("code" in error)) throw error;
    const endpoint = process.env["AWS_ENDPOINT_URL_DYNAMODB"];
    throw new Problem(`No DynamoDB answers at ${endpoint} (AWS_ENDPOINT_URL_DYNAMODB).`);
  });
  await assertKnownData(client);
  return streamArn;
}

/** Creates the table where it is missing; resolves with its stream's ARN when it can be used. */
export async function ensureTable(client: DynamoDBClient, wanted: TableDescription) {
  const table = await findTable(client);
  if (!table) await createTable(client, wanted);
  else if (shapeOf(table) !== shapeOf(wanted)) {
    throw new Problem(
      `The table ${TABLE_NAME} has other keys or indexes than the stack: ` +
        'delete the data with "npm run reset", or set DATA_DIR to a new directory.',
    );
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: TABLE_NAME });
  return (await findTable(client))?.LatestStreamArn;
}

async function findTable(client: DynamoDBClient): Promise<StoredTable | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: TABLE_NAME }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function createTable(client: DynamoDBClient, wanted: TableDescription) {
  const { StreamSpecification, ...table } = wanted;
  const stream = StreamSpecification && { ...StreamSpecification, StreamEnabled: true };
  const BillingMode = "PAY_PER_REQUEST";
  const more = { TableName: TABLE_NAME, BillingMode, StreamSpecification: stream } as const;
  await client.send(new CreateTableCommand({ ...table, ...more }));
}

/** Keys and indexes in one comparable text: what CreateTable fixed and the functions rely on. */
function shapeOf({ KeySchema, GlobalSecondaryIndexes = [] }: StoredTable | TableDescription) {
  const keys = (schema: KeySchemaElement[] = []) =>
    schema.map((key) => `${key.KeyType} ${key.AttributeName}`).sort();
  const indexes = GlobalSecondaryIndexes.map(
    ({ IndexName, KeySchema, Projection }) =>
      `${IndexName}: ${keys(KeySchema)} ${Projection?.NonKeyAttributes?.toSorted()}`,
  );
  return JSON.stringify([keys(KeySchema), indexes.sort()]);
}

/**
 * Throws a Problem when the data were written by another release in a form that this one can't read.
 * Needs the functions' environment.
 */
export async function assertKnownData(client: DynamoDBClient, TableName = TABLE_NAME) {
  const { assertKnownForms, OtherForms } = await import("../../functions/operators/storedForms.ts");
  try {
    await assertKnownForms(async () => {
      const { Count } = await client.send(new ScanCommand({ TableName, Limit: 1 }));
      return Count === 0;
    });
  } catch (error) {
    if (!(error instanceof OtherForms)) throw error;
    throw new Problem(
      `${error.message} Or start with empty data: "npm run reset", or another DATA_DIR.`,
    );
  }
}
