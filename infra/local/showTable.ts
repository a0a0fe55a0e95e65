import { existsSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import { Problem, readArguments, runMain, WRONG_INPUT_EXIT_CODE } from "../terminal.ts";
import { openDatabase } from "./database/database.ts";
import { TABLE_NAME } from "./database/table.ts";
import { readDataDir } from "./dataDir.ts";
import { prepareSdk } from "./functions.ts";
import { findServer, findServerOrLock } from "./serverLock.ts";

const HELP = `Shows what is in the table on this machine.

  npm run -s table                 the partitions, and how many items each has
  npm run -s table -- 'PARTITION'  the items of one, a line of JSON each

DATA_DIR (default .local) and AWS_ENDPOINT_URL_DYNAMODB say which table, as for npm start.
`;

/** `npm run table`. */
runMain(async () => {
  const { pk, help } = readCommandLine();
  if (help) return void process.stdout.write(HELP);
  const { endpoint, close } = await findDatabase(readDataDir());
  prepareSdk();
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  try {
    await (pk === undefined ? showPartitions(client) : showItems(client, pk));
  } finally {
    client.destroy();
    await close();
  }
});

/** The running server's database, or one that is started for this command. */
async function findDatabase(dataDir: string) {
  const own = process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  if (own) return { endpoint: own, close: async () => {} };
  if (!findServer(dataDir) && !existsSync(join(dataDir, "dynamodb.sqlite"))) {
    throw new Problem(`${dataDir} has no table yet: "npm start" makes it.`);
  }
  const found = await findServerOrLock(dataDir);
  if ("server" in found) return { endpoint: found.server.database, close: async () => {} };
  const { endpoint, close } = await openDatabase(dataDir);
  return { endpoint, close: () => close().finally(found.release) };
}

function readCommandLine(): { pk?: string | undefined; help: boolean } {
  const options = { help: { type: "boolean", short: "h", default: false } } as const;
  const { values, positionals } = readArguments({ options, allowPositionals: true }, "see --help");
  const [pk, ...more] = positionals;
  if (more.length === 0) return { pk, help: values.help };
  throw new Problem("Name at most one partition key; see --help.", WRONG_INPUT_EXIT_CODE);
}

async function showPartitions(client: DynamoDBDocumentClient) {
  const items = new Map<string, number>();
  const request = { TableName: TABLE_NAME, ProjectionExpression: "pk" };
  for await (const { Items = [] } of paginateScan({ client }, request)) {
    for (const { pk } of Items) items.set(pk, (items.get(pk) ?? 0) + 1);
  }
  const width = Math.max(0, ...[...items.values()].map((count) => String(count).length));
  for (const [pk, count] of [...items].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    process.stdout.write(`${String(count).padStart(width)}  ${pk}\n`);
  }
}

async function showItems(client: DynamoDBDocumentClient, pk: string) {
  let shown = 0;
  const request = {
    TableName: TABLE_NAME,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
  };
  for await (const { Items = [] } of paginateQuery({ client }, request)) {
    for (const item of Items) process.stdout.write(`${JSON.stringify(item)}\n`);
    shown += Items.length;
  }
  if (shown === 0)
    throw new Problem(`No partition has the key ${pk}: "npm run -s table" lists them.`);
}
