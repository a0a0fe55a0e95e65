import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { findBinary, startDynoxide } from "../../infra/local/dynoxide.ts";
import { setEnvironment } from "../../infra/local/environment.ts";
import { readStack } from "../../infra/local/stack.ts";
import { ensureTable } from "../../infra/local/table.ts";

/**
 * Starts an embedded DynamoDB in memory with the stack's table, and sets the environment that the
 * functions read. Returns the function that ends it.
 */
export async function startTestTable(): Promise<() => Promise<void>> {
  const { functions, table } = readStack();
  const database = await startDynoxide(findBinary(), ":memory:");
  await database.ready;
  setEnvironment(functions, `http://127.0.0.1:${database.port}`);
  const client = new DynamoDBClient({});
  await ensureTable(client, table);
  client.destroy();
  return () => database.stop();
}
