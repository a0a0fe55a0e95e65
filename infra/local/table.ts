import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  type KeySchemaElement,
  PutItemCommand,
  ResourceNotFoundException,
  type TableDescription as StoredTable,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { Problem } from "../cli/terminal.ts";
import { TABLE_NAME, type TableDescription } from "./template.ts";

/** The version of stored records. Raised when older ones can no longer be read (`shared/README.md`). */
const FORMS = "8";
const FORMS_KEY = { pk: { S: "table#" }, sk: { S: "value" } };

/**
 * Creates the table where it is missing; resolves with its stream's ARN when it can be used. Throws a Problem when
 * its data have another form.
 */
export async function prepareTable(client: DynamoDBClient, wanted: TableDescription) {
  const { streamArn, isNew } = await ensureTable(client, wanted);
  await assertKnownForms(client, isNew);
  return streamArn;
}

/** Creates the table where it is missing; resolves with its stream's ARN when it can be used. */
async function ensureTable(client: DynamoDBClient, wanted: TableDescription) {
  const table = await findTable(client);
  if (!table) await createTable(client, wanted);
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: TABLE_NAME });
  if (table && shapeOf(table) !== shapeOf(wanted)) throw otherVersion();
  return { isNew: !table, streamArn: (await findTable(client))?.LatestStreamArn };
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

/** Throws a Problem when the records of the table are in other forms than this code reads. A new table has none. */
async function assertKnownForms(client: DynamoDBClient, isNew: boolean) {
  if (isNew) {
    const Item = { ...FORMS_KEY, value: { N: FORMS } };
    await client.send(new PutItemCommand({ TableName: TABLE_NAME, Item }));
    return;
  }
  const { Item } = await client.send(new GetItemCommand({ TableName: TABLE_NAME, Key: FORMS_KEY }));
  if (Item?.["value"]?.N !== FORMS) throw otherVersion();
}

function otherVersion() {
  return new Problem(
    'The data are of another version of this service: delete them with "npm run reset", or set DATA_DIR to a new directory.',
  );
}
