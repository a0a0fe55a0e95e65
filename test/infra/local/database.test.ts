import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { setGlobalProxyFromEnv } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../infra/local/database/database.ts";
import { findBinary, startDynoxide } from "../../../infra/local/database/dynoxide.ts";
import {
  isAlive,
  isOpenElsewhere,
  readNote,
  tryLock,
} from "../../../infra/local/database/ownership.ts";
import { hasTable } from "../../../infra/local/dataDir.ts";
import { thoroughTest } from "../../support/runs.ts";
import { eventually, makeDirectory, run } from "./support.ts";

beforeEach(() => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
  return () => vi.unstubAllEnvs();
});

test("a damaged lock file, which holds no data, is a lock again", () => {
  const file = join(makeDirectory(), "server.lock");
  writeFileSync(file, "damaged ".repeat(500));
  const release = tryLock(file, "exclusive");
  expect(release).toBeDefined();
  expect(tryLock(file, "exclusive")).toBeUndefined();
  writeFileSync(file, "damaged while it is held ".repeat(500));
  expect(tryLock(file, "shared")).toBeUndefined();
  release?.();
  expect(tryLock(file, "shared")).toBeDefined();
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

/** Another process that has the database open. */
async function holdDatabase(dataDir: string) {
  const holder = run("test/infra/local/holdDatabase.ts", [dataDir], {});
  const endpoint = await eventually(() => /^http:\S+$/m.exec(holder.output.stdout)?.[0]);
  return { ...holder, endpoint };
}

describe("openDatabase", () => {
  test("starts a database that answers, and ends it on close", async () => {
    const dataDir = makeDirectory();
    const database = await openDatabase({ dataDir });
    expect(await listTables(database.endpoint)).toEqual([]);
    const pid = readNote(dataDir)?.pid ?? 0;
    expect(isAlive(pid)).toBe(true);

    await Promise.all([database.close(), database.close()]);
    expect(isAlive(pid)).toBe(false);
    expect(readNote(dataDir)).toBeUndefined();
  });

  test.skipIf(process.platform === "win32")(
    "ends with the process that started it, also when that one is killed",
    async () => {
      const dataDir = makeDirectory();
      const owner = await holdDatabase(dataDir);
      owner.child.kill("SIGKILL");
      await owner.exited;
      await eventually(() => !isOpenElsewhere(join(dataDir, "dynamodb.sqlite")));
    },
  );

  test("keeps what was written for the next one", async () => {
    const dataDir = makeDirectory();
    const first = await openDatabase({ dataDir });
    await createTable(first.endpoint, "kept");
    await first.close();
    const second = await openDatabase({ dataDir });
    expect(await listTables(second.endpoint)).toEqual(["kept"]);
    await second.close();
  });

  test("gives commands that run at once the same database", async () => {
    const dataDir = makeDirectory();
    const all = await Promise.all([1, 2, 3].map(() => openDatabase({ dataDir })));
    expect(new Set(all.map(({ endpoint }) => endpoint)).size).toBe(1);
    await Promise.all(all.map((database) => database.close()));
    expect(isOpenElsewhere(join(dataDir, "dynamodb.sqlite"))).toBe(false);
  });

  test("joins the database of another process, which waits for it before it ends", async () => {
    const dataDir = makeDirectory();
    const owner = await holdDatabase(dataDir);
    const joined = await openDatabase({ dataDir });
    expect(joined.endpoint).toBe(owner.endpoint);

    owner.child.stdin.end();
    await eventually(() => readNote(dataDir)?.open === false);
    expect(await listTables(joined.endpoint)).toEqual([]);
    await joined.close();
    expect(await owner.exited).toMatchObject({ code: 0, stderr: "" });
  });

  test("waits, when it is to be alone, until a command is done", async () => {
    const dataDir = makeDirectory();
    const owner = await holdDatabase(dataDir);
    const alone = openDatabase({ dataDir, alone: true });
    owner.child.stdin.end();
    const database = await alone;
    expect(readNote(dataDir)?.owner).toBe(process.pid);
    await database.close();
  });

  thoroughTest("takes over from an owner that was killed, without losing anything", async () => {
    // Its database is asked for on this machine, whatever proxy the shell is set up for.
    onTestFinished(setGlobalProxyFromEnv({ http_proxy: "http://127.0.0.1:1" }));
    const dataDir = makeDirectory();
    const owner = await holdDatabase(dataDir);
    await createTable(owner.endpoint, "kept");
    const orphan = readNote(dataDir)?.pid ?? 0;
    owner.child.kill("SIGKILL");
    await owner.exited;
    expect(isAlive(orphan)).toBe(true);

    const database = await openDatabase({ dataDir });
    expect(await listTables(database.endpoint)).toEqual(["kept"]);
    await eventually(() => !isAlive(orphan));
    await database.close();
  });

  thoroughTest("leaves a process alone whose id an owner that was killed has noted", async () => {
    const dataDir = makeDirectory();
    const innocent = await holdDatabase(makeDirectory());
    const note = { owner: 1, pid: innocent.child.pid, port: 1, open: true };
    writeFileSync(join(dataDir, "database.json"), JSON.stringify(note));
    const database = await openDatabase({ dataDir });
    await database.close();
    expect(isAlive(innocent.child.pid ?? 0)).toBe(true);
  });

  test("says so when the database ends unasked", async () => {
    const dataDir = makeDirectory();
    const database = await openDatabase({ dataDir });
    process.kill(readNote(dataDir)?.pid ?? 0, "SIGKILL");
    expect(await database.lost).toBe("ended with SIGKILL");
    await database.close();
  });

  test("uses the DynamoDB of AWS_ENDPOINT_URL_DYNAMODB and starts none", async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8000");
    const dataDir = join(makeDirectory(), "none");
    const database = await openDatabase({ dataDir });
    expect(database.endpoint).toBe("http://127.0.0.1:8000");
    await database.close();
    expect(existsSync(dataDir)).toBe(false);
  });

  test("refuses a data directory that is a file", async () => {
    const dataDir = join(makeDirectory(), "file");
    writeFileSync(dataDir, "");
    for (const path of [dataDir, join(dataDir, "below")]) {
      await expect(openDatabase({ dataDir: path })).rejects.toThrow(
        `DATA_DIR ${path} is not a directory. Set DATA_DIR to another directory.`,
      );
    }
    expect(() => hasTable(dataDir)).toThrow(`DATA_DIR ${dataDir} is not a directory.`);
  });

  test("ends, and no process joins it, even if it can no longer leave a note", async () => {
    const dataDir = makeDirectory();
    const database = await openDatabase({ dataDir });
    const { pid = 0 } = readNote(dataDir) ?? {};
    // As on a full disk, where no draft of a file can be written.
    mkdirSync(join(dataDir, `database.json.${process.pid}.tmp`));
    await database.close();
    expect(isAlive(pid)).toBe(false);
    expect(readNote(dataDir)).toBeUndefined();
  });

  const DAMAGES: [string, (file: string, size: number) => void][] = [
    ["is no database", (file) => writeFileSync(file, "not a database")],
    ["is cut after its first page", (file) => truncateSync(file, 4096)],
    ["is cut in the middle", (file, size) => truncateSync(file, size / 2)],
    ["is empty", (file) => truncateSync(file, 0)],
    ["is whole at its beginning only", (file, size) => fillFrom(file, { from: 8192, size })],
    ["has a damaged header", (file) => fillFrom(file, { from: 16, size: 100 })],
  ];

  test("says the way out of a file that is damaged", async () => {
    const dataDir = makeDirectory();
    const file = join(dataDir, "dynamodb.sqlite");
    await (await openDatabase({ dataDir })).close();
    // The consumers of the stream have been at work.
    writeFileSync(join(dataDir, "streams.json"), "{}");
    // A database that is ended just after its start leaves all that it has beside its file.
    const database = new DatabaseSync(file);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const whole = readFileSync(file);
    for (const [name, damage] of DAMAGES) {
      writeFileSync(file, whole);
      damage(file, whole.length);
      await expect(openDatabase({ dataDir }), name).rejects.toThrow(
        `${file} is damaged: restore a copy, or delete the data with "npm run reset".`,
      );
    }
    rmSync(file);
    mkdirSync(file);
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `${file} is a directory, but a file is expected: remove it, or set DATA_DIR to another directory.`,
    );
    rmdirSync(file);
    // Without a table there was nothing to lose.
    await (await openDatabase({ dataDir })).close();
  });
});

/** Overwrites a part of a file with zeros and ones. */
function fillFrom(file: string, { from, size }: { from: number; size: number }) {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill("\u0000\u0001", from, size));
}

test("findBinary names the package to install, and the way without it", () => {
  expect(() => findBinary("sunos", "sparc")).toThrow(
    "The embedded DynamoDB for sunos-sparc is not installed: run " +
      '"npm install --no-save @dynoxide/sunos-sparc@1.2.1", or set ' +
      "AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own.",
  );
});

test.skipIf(process.platform === "win32")(
  "a database whose port is taken meanwhile is started again, three times at most",
  async () => {
    for (const [failures, starts] of [
      [2, 3],
      [3, 3],
    ] as const) {
      const binary = join(makeDirectory(), "binary");
      const text = `#!/bin/sh
echo >> "$0.starts"
test $(wc -l < "$0.starts") -gt ${failures} || { echo "error: port $4 is already in use" >&2; exit 1; }
echo "listening on $2:$4" >&2
exec sleep 600`;
      writeFileSync(binary, text, { mode: 0o700 });
      const noted: number[] = [];
      const starting = startDynoxide(binary, ":memory:", ({ pid }) => noted.push(pid));
      if (failures === 3) await expect(starting).rejects.toThrow("is already in use");
      else await (await starting).stop();
      expect(noted.length).toBe(starts);
    }
  },
);
