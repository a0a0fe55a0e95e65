import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { openDatabase } from "../../infra/local/database.ts";
import { setEnvironment } from "../../infra/local/functions.ts";
import { openQueues } from "../../infra/local/queues/sqsEndpoint.ts";
import { openSecrets } from "../../infra/local/secretsEndpoint.ts";
import { startSesEndpoint } from "../../infra/local/sesEndpoint.ts";
import { readStack } from "../../infra/local/stack.ts";
import { prepareTable } from "../../infra/local/table.ts";

/**
 * Starts an embedded DynamoDB in memory with the stack's table, and queues in a temporary directory, and
 * sets the functions' environment. Returns the function that ends them.
 */
export async function startTestTable(): Promise<() => Promise<void>> {
  // Without the stream: tests pass changes themselves, and the embedded DynamoDB reads the whole stream at
  // each write.
  const { functions, queueConsumers, secrets, table: tableWithStream } = await readStack();
  const { StreamSpecification: _, ...table } = tableWithStream;
  const dataDir = mkdtempSync(join(tmpdir(), "test-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  const database = await openDatabase(":memory:");
  const queues = await openQueues(dataDir, { queueConsumers });
  const secretsEndpoint = await openSecrets(dataDir, secrets);
  const mail = await startSesEndpoint(join(dataDir, "mail"));
  process.env["TEST_DATA_DIR"] = dataDir;
  setEnvironment(functions, {
    database: database.endpoint,
    queues,
    secrets: secretsEndpoint,
    mail,
    // No function calls another one, unless its test has made one that answers.
    lambda: { url: "http://127.0.0.1:9" },
    api: "http://localhost:3000",
  });
  const client = new DynamoDBClient({});
  await prepareTable(client, table);
  client.destroy();
  return async () => {
    await secretsEndpoint.close();
    await mail.close();
    await queues.close();
    await database.close();
  };
}
