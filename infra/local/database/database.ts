import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { damaged } from "../../systemFault.ts";
import { Problem } from "../../terminal.ts";
import { makeDataDir } from "../dataDir.ts";
import { endAll } from "../ending.ts";
import { type Dynoxide, findBinary, startDynoxide } from "./dynoxide.ts";
import {
  endOrphan,
  isAlive,
  readNote,
  removeNote,
  tryLock,
  waitFor,
  writeNote,
} from "./ownership.ts";
import { tendStreamRecords } from "./streamRecords.ts";

const WAIT_FOR_OWNER_SECONDS = 30;
const WAIT_FOR_USERS_SECONDS = 10;

interface Database {
  endpoint: string;
  /** Ends the database if this process started it, after the commands that joined it are done. */
  close(): Promise<void>;
  /** Resolves with the reason when the database ends without having been asked to. */
  lost: Promise<string>;
}

const never = new Promise<never>(() => {});

/**
 * Opens the database in DATA_DIR. One process at a time owns it: the owner holds the lock
 * `database.owner` and runs the embedded DynamoDB. Other processes join it and share the lock
 * `database.users`; the owner waits for them before it ends the database. `alone` (for the server)
 * waits to become the owner. AWS_ENDPOINT_URL_DYNAMODB replaces the embedded DynamoDB.
 */
export async function openDatabase(options: {
  dataDir: string;
  alone?: boolean;
}): Promise<Database> {
  const { dataDir, alone = false } = options;
  const endpoint = process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  if (endpoint) return { endpoint, close: async () => {}, lost: never };

  const binary = findBinary();
  makeDataDir(dataDir);
  let database: Database | undefined;
  const opened = await waitFor(WAIT_FOR_OWNER_SECONDS, async () => {
    const release = tryLock(ownerLock(dataDir), "exclusive");
    if (release) database = await own(dataDir, { binary, release });
    else if (!alone) database = joinOwner(dataDir);
    return database !== undefined;
  });
  if (opened && database) return database;
  const owner = readNote(dataDir)?.owner ?? "unknown";
  throw new Problem(`The database in ${dataDir} is in use by process ${owner}; stop it first.`);
}

async function own(
  dataDir: string,
  { binary, release }: { binary: string; release: () => void },
): Promise<Database> {
  const file = join(dataDir, "dynamodb.sqlite");
  let child: Dynoxide | undefined;
  try {
    assertNotEmptied(dataDir, file);
    const left = readNote(dataDir);
    writeNote(dataDir, { pid: left?.pid, host: left?.host, port: left?.port, open: false });
    await withoutUsers(dataDir, () => endOrphan(file, left));
    // Noted before it answers: if this process is killed now, the next one has to find the database.
    child = await startDynoxide(binary, file, ({ pid, host, port }) =>
      writeNote(dataDir, { pid, host, port, open: false }),
    );
    tendStreamRecords(dataDir, file);
    writeNote(dataDir, { pid: child.pid, host: child.host, port: child.port, open: true });
    return owned(dataDir, child, release);
  } catch (error) {
    await child?.stop();
    release();
    throw error;
  }
}

/** Throws a Problem if the file has lost what it had: the stream's consumers have been at work before. */
function assertNotEmptied(dataDir: string, file: string) {
  const sizes = [file, `${file}-wal`].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.size,
  );
  const isEmpty = sizes[0] === 0 && !sizes[1];
  if (isEmpty && existsSync(join(dataDir, "streams.json"))) throw new Problem(damaged(file));
}

function owned(dataDir: string, child: Dynoxide, release: () => void): Database {
  let closing: Promise<void> | undefined;
  async function close() {
    await endAll([
      () => closeToOthers(dataDir, child),
      () => withoutUsers(dataDir, () => child.stop()),
      // Also if the users' lock could not be taken.
      () => child.stop(),
      () => removeNote(dataDir),
      release,
    ]);
  }
  return {
    endpoint: `http://${child.host}:${child.port}`,
    close() {
      closing ??= close();
      return closing;
    },
    lost: new Promise((resolve) => {
      child.ended.then((reason) => closing ?? resolve(reason));
    }),
  };
}

/** Keeps other processes from joining: a closed note does, and no note at all does too. */
function closeToOthers(dataDir: string, { pid, host, port }: Dynoxide) {
  try {
    writeNote(dataDir, { pid, host, port, open: false });
  } catch {
    removeNote(dataDir);
  }
}

function joinOwner(dataDir: string): Database | undefined {
  // First the lock, then the note: an owner about to end closes the note, then waits for the lock.
  const leave = tryLock(usersLock(dataDir), "shared");
  if (!leave) return undefined;
  const note = readNote(dataDir);
  if (note?.open && isAlive(note.owner)) {
    const endpoint = `http://${note.host ?? "127.0.0.1"}:${note.port}`;
    return { endpoint, close: async () => leave(), lost: never };
  }
  leave();
  return undefined;
}

/** Runs `work` once no command uses the database, or after a time limit. */
async function withoutUsers(dataDir: string, work: () => Promise<void>) {
  let release: (() => void) | undefined;
  await waitFor(WAIT_FOR_USERS_SECONDS, () => {
    release = tryLock(usersLock(dataDir), "exclusive");
    return release !== undefined;
  });
  try {
    await work();
  } finally {
    release?.();
  }
}

const ownerLock = (dataDir: string) => join(dataDir, "database.owner");
const usersLock = (dataDir: string) => join(dataDir, "database.users");
