import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../infra/local/database.ts";
import { lockDataDir, noteServer, requireServer } from "../../../infra/local/serverLock.ts";
import { eventually, makeDirectory, run, serverOf } from "./support.ts";

const ENDPOINTS = {
  api: "http://localhost:3000",
  lambda: "http://127.0.0.1:1",
  database: "http://127.0.0.1:2",
};

describe("the lock of a DATA_DIR", () => {
  test("has one holder at a time, which other commands find until it ends", () => {
    const dataDir = makeDirectory();
    const none = `No server runs on ${dataDir} (DATA_DIR): run "npm start" first.`;
    expect(() => requireServer(dataDir)).toThrow(none);
    const release = lockDataDir(dataDir);
    expect(() => requireServer(dataDir)).toThrow(none);
    noteServer(dataDir, ENDPOINTS);
    expect(requireServer(dataDir)).toEqual(ENDPOINTS);
    expect(() => lockDataDir(dataDir)).toThrow(
      `Another server uses ${dataDir}: stop it, or set DATA_DIR to another directory.`,
    );
    release();
    expect(serverOf(dataDir)).toBeUndefined();
    lockDataDir(dataDir)();
  });

  test("is not taken where DATA_DIR is a file", () => {
    const dataDir = join(makeDirectory(), "file");
    writeFileSync(dataDir, "");
    expect(() => lockDataDir(dataDir)).toThrow(`${dataDir} can't be used (`);
  });
});

const credentials = { accessKeyId: "local", secretAccessKey: "local" };

async function listTables(endpoint: string) {
  const client = new DynamoDBClient({ endpoint, credentials, region: "eu-west-1" });
  return (await client.send(new ListTablesCommand())).TableNames;
}

async function createTable(endpoint: string, TableName: string) {
  const client = new DynamoDBClient({ endpoint, credentials, region: "eu-west-1" });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    }),
  );
}

describe("openDatabase", () => {
  test("starts a database that keeps what was written for the next one", async () => {
    const dataDir = makeDirectory();
    const first = await openDatabase(fileIn(dataDir));
    expect(await listTables(first.endpoint)).toEqual([]);
    await createTable(first.endpoint, "kept");
    await first.close();
    const second = await openDatabase(fileIn(dataDir));
    expect(await listTables(second.endpoint)).toEqual(["kept"]);
    await second.close();
  });

  test.skipIf(process.platform === "win32")(
    "ends with the process that started it, also when that one is killed, and loses nothing",
    async () => {
      const dataDir = makeDirectory();
      const owner = run("test/infra/local/holdDatabase.ts", [dataDir], {});
      const { database } = await eventually(() => serverOf(dataDir));
      await createTable(database, "kept");
      owner.child.kill("SIGKILL");
      await owner.exited;
      expect(existsSync(join(dataDir, "endpoints.json"))).toBe(true);
      expect(serverOf(dataDir)).toBeUndefined();
      const release = lockDataDir(dataDir);
      expect(existsSync(join(dataDir, "endpoints.json"))).toBe(false);
      const next = await openDatabase(fileIn(dataDir));
      expect(await listTables(next.endpoint)).toEqual(["kept"]);
      await next.close();
      release();
    },
  );

  test("says the way out of a file that is damaged", async () => {
    const file = fileIn(makeDirectory());
    writeFileSync(file, "not a database");
    await expect(openDatabase(file)).rejects.toThrow(
      /^\S+\.sqlite can't be used \(the embedded DynamoDB can't start: .+\)\. Check the disk /,
    );
  });
});

const fileIn = (dataDir: string) => join(dataDir, "dynamodb.sqlite");

test("names the package to install on another platform, and the way without it", async () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("sunos");
  vi.spyOn(process, "arch", "get").mockReturnValue("sparc" as "x64");
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(openDatabase(":memory:")).rejects.toThrow(
    "The embedded DynamoDB for sunos-sparc is not installed: run " +
      '"npm install --no-save @dynoxide/sunos-sparc@1.2.1", or set ' +
      "AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own.",
  );
});
