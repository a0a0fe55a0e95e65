import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../infra/local/database/database.ts";
import { readNote } from "../../../infra/local/database/ownership.ts";
import { makeDataDir } from "../../../infra/local/dataDir.ts";
import { openQueues } from "../../../infra/local/queues/sqsEndpoint.ts";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), "private-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  return join(folder, "data");
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("local data are this user's only, SQLite's files beside the databases too", async () => {
  const dataDir = makeFolder();
  delete process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  const queues = await openQueues(dataDir, { queueConsumers: [] });
  onTestFinished(() => queues.close());
  queues.store.send("queue", "body");
  const secrets = await openSecrets(dataDir, ["SigningKey0C8E2F11"]);
  onTestFinished(() => secrets.close());
  expect(modeOf(dataDir)).toBe(0o700);
  const files = readdirSync(dataDir);
  expect(files).toEqual(
    expect.arrayContaining([
      "dynamodb.sqlite",
      "queues.sqlite",
      "queues.sqlite-wal",
      "signing-key",
    ]),
  );
  expect(files.map((name) => [name, modeOf(join(dataDir, name))])).toEqual(
    files.map((name) => [name, 0o600]),
  );
});

test("what an older version has left for everybody to read becomes this user's only", () => {
  const dataDir = makeFolder();
  makeDataDir(dataDir);
  const file = join(dataDir, "queues.sqlite");
  new DatabaseSync(file).exec("CREATE TABLE a (b)");
  chmodSync(file, 0o644);
  makeDataDir(dataDir);
  expect(modeOf(file)).toBe(0o600);
});

test("the database has an address and a port that no web page can guess", async () => {
  delete process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  const places = [];
  for (const dataDir of [makeFolder(), makeFolder()]) {
    const database = await openDatabase({ dataDir });
    places.push(readNote(dataDir));
    expect(await (await fetch(database.endpoint)).text()).toMatch(/^healthy/);
    await database.close();
  }
  const [first, second] = places;
  expect(first?.host).toMatch(/^127\.\d+\.\d+\.\d+$/);
  if (process.platform === "linux") expect(first?.host).not.toBe(second?.host);
});
