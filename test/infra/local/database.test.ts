import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../infra/local/database.ts";
import { makeDataDir } from "../../../infra/local/dataDir.ts";
import { lockDataDir, noteServer, requireServer } from "../../../infra/local/serverLock.ts";
import { eventually, makeDirectory, run, serverOf } from "./support.ts";

beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
  return () => vi.unstubAllEnvs();
});

const ENDPOINTS = {
  api: "http://localhost:3000",
  lambda: "http://127.0.0.1:1",
  database: "http://127.0.0.1:2",
};

describe("the lock of a DATA_DIR", () => {
  test("has one holder at a time, which other commands find until it ends", async () => {
    const dataDir = makeDirectory();
    const none = `No server runs on ${dataDir} (DATA_DIR): run "npm start" first.`;
    expect(() => requireServer(dataDir)).toThrow(none);
    const release = await lockDataDir(dataDir);
    expect(() => requireServer(dataDir)).toThrow(none);
    noteServer(dataDir, ENDPOINTS);
    expect(requireServer(dataDir)).toEqual(ENDPOINTS);
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      `Another server uses ${dataDir}: stop it, or set DATA_DIR to another directory.`,
    );
    release();
    expect(serverOf(dataDir)).toBeUndefined();
    (await lockDataDir(dataDir))();
  });

  test("is not made in a directory that is a file, or that takes no others", () => {
    const dataDir = join(makeDirectory(), "file");
    writeFileSync(dataDir, "");
    for (const path of [dataDir, join(dataDir, "below")]) {
      expect(() => makeDataDir(path)).toThrow(
        `${path} can't be read or written: check its permissions, or set DATA_DIR to another directory.`,
      );
    }
    if (process.platform !== "linux") return;
    expect(() => makeDataDir("/proc/new/data")).toThrow(
      /^\/proc\/new\/data can't be used \(ENOENT: .*\): set DATA_DIR to another directory\.$/,
    );
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
    const first = await openDatabase(dataDir);
    expect(await listTables(first.endpoint)).toEqual([]);
    await createTable(first.endpoint, "kept");
    await first.close();
    const second = await openDatabase(dataDir);
    expect(await listTables(second.endpoint)).toEqual(["kept"]);
    await second.close();
  });

  test("starts at another port where the first one is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { randomInt } = crypto;
    const ports: number[] = [];
    const choose = (least: number, most = 0) => {
      if (least < 1000) return most ? randomInt(least, most) : randomInt(least);
      ports.push(ports.length === 0 ? port : randomInt(least, most));
      return ports.at(-1);
    };
    vi.spyOn(crypto, "randomInt").mockImplementation(choose as typeof randomInt);
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
      other.close();
    });
    const database = await openDatabase(makeDirectory());
    expect(new URL(database.endpoint).port).toBe(String(ports[1]));
    await database.close();
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
      const release = await lockDataDir(dataDir);
      expect(existsSync(join(dataDir, "endpoints.json"))).toBe(false);
      const next = await openDatabase(dataDir);
      expect(await listTables(next.endpoint)).toEqual(["kept"]);
      await next.close();
      release();
    },
  );

  test.skipIf(process.platform !== "linux")("says so when the database ends unasked", async () => {
    const dataDir = makeDirectory();
    const database = await openDatabase(dataDir);
    process.kill(pidOf(dataDir), "SIGKILL");
    expect(await database.lost).toBe("ended with SIGKILL");
    await database.close();
  });

  test("says the way out of a file that is damaged, or that is a directory", async () => {
    const dataDir = makeDirectory();
    const file = join(dataDir, "dynamodb.sqlite");
    await (await openDatabase(dataDir)).close();
    // A database that has no time for it leaves pages in another file, which mend this one.
    const database = new DatabaseSync(file);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const whole = readFileSync(file);
    for (const damage of [
      () => writeFileSync(file, "not a database"),
      () => truncateSync(file, whole.length / 2),
    ]) {
      writeFileSync(file, whole);
      damage();
      await expect(openDatabase(dataDir)).rejects.toThrow(
        `${file} is damaged: restore a copy, or delete the data with "npm run reset".`,
      );
    }
    rmSync(file);
    mkdirSync(file);
    await expect(openDatabase(dataDir)).rejects.toThrow(`${file} can't be read or written: `);
  });
});

/** The process that has the database of a directory open. */
function pidOf(dataDir: string): number {
  const command = `dynoxide .*--db-path ${dataDir}/`;
  return Number(spawnSync("pgrep", ["-f", `^\\S*${command}`], { encoding: "utf8" }).stdout);
}

test("names the package to install on another platform, and the way without it", async () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("sunos");
  vi.spyOn(process, "arch", "get").mockReturnValue("sparc" as "x64");
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(openDatabase(makeDirectory())).rejects.toThrow(
    "The embedded DynamoDB for sunos-sparc is not installed: run " +
      '"npm install --no-save @dynoxide/sunos-sparc@1.2.1", or set ' +
      "AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own.",
  );
});
