import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../infra/local/database.ts";
import { openQueues } from "../../../infra/local/queues/sqsEndpoint.ts";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { lockDataDir, noteServer } from "../../../infra/local/serverLock.ts";
import { makeDirectory } from "./support.ts";

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("local data are this user's only, SQLite's files beside the databases too", async () => {
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const dataDir = join(makeDirectory(), "data");
  onTestFinished(lockDataDir(dataDir));
  const database = await openDatabase(join(dataDir, "dynamodb.sqlite"));
  onTestFinished(() => database.close());
  const queues = await openQueues(dataDir, { queueConsumers: [] });
  onTestFinished(() => queues.close());
  queues.store.send("queue", "body");
  const secrets = await openSecrets(dataDir, ["SigningKey0C8E2F11"]);
  onTestFinished(() => secrets.close());
  noteServer(dataDir, { api: "", lambda: "", database: database.endpoint });
  // No web page can guess where the database is.
  expect(database.endpoint).toMatch(/^http:\/\/127\.\d+\.\d+\.\d+:\d+$/);
  expect(modeOf(dataDir)).toBe(0o700);
  const files = readdirSync(dataDir);
  expect(files).toEqual(
    expect.arrayContaining([
      "address",
      "dynamodb.sqlite",
      "endpoints.json",
      "queues.sqlite",
      "queues.sqlite-wal",
      "signing-key",
    ]),
  );
  expect(files.map((name) => [name, modeOf(join(dataDir, name))])).toEqual(
    files.map((name) => [name, 0o600]),
  );
});
