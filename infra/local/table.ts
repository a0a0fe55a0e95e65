import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ResourceNotFoundException,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { Problem } from "../cli/terminal.ts";
import { TABLE_NAME, type TableDescription } from "./template.ts";

/** The version of stored records. Raised when older ones can no longer be read (`shared/README.md`). */
const FORMS = 8;
/** The item with the version of the table and of its records. */
const VERSION_KEY = { pk: { S: "table#" }, sk: { S: "value" } };

/**
 * Creates the table where it is missing; resolves with its stream's ARN when it can be used. Throws a Problem when
 * its keys, indexes or records are those of another version.
 */
export async function prepareTable(client: DynamoDBClient, wanted: TableDescription) {
  const version = { S: versionOf(wanted) };
  const isNew = (await findTable(client)) === undefined;
  if (isNew) await createTable(client, wanted);
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: TABLE_NAME });
  if (isNew) {
    const Item = { ...VERSION_KEY, value: version };
    await client.send(new PutItemCommand({ TableName: TABLE_NAME, Item }));
  }
  const read = new GetItemCommand({ TableName: TABLE_NAME, Key: VERSION_KEY });
  const { Item } = await client.send(read);
  if (Item?.["value"]?.S !== version.S) {
    throw new Problem(
      'The data are of another version of this service: delete them with "npm run reset", or set DATA_DIR to a new directory.',
    );
  }
  return (await findTable(client))?.LatestStreamArn;
}

/** What CreateTable fixed and the functions rely on. */
function versionOf({ KeySchema, GlobalSecondaryIndexes }: TableDescription): string {
  return JSON.stringify([FORMS, KeySchema, GlobalSecondaryIndexes]);
}

async function findTable(client: DynamoDBClient) {
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
