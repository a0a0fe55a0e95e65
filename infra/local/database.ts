import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describeDiskFault } from "../cli/systemFault.ts";
import { Problem } from "../cli/terminal.ts";
import { unusable } from "./dataDir.ts";
import { isLocked, poll } from "./serverLock.ts";
import { tendStreamRecords } from "./streams/checkpoints.ts";

/** The database of a process that was killed needs a moment to end. */
const ENDING_SECONDS = 10;
const START_SECONDS = 30;
const STOP_SECONDS = 5;
const FIRST_PORT = 20_000;
const LAST_PORT = 60_000;

interface Database {
  endpoint: string;
  /** Keeps the stream of a new table fast. */
  tend(): void;
  close(): Promise<void>;
  /** Resolves with the reason when the database ends without having been asked to. */
  lost: Promise<string>;
}

/**
 * Starts the embedded DynamoDB on the data in DATA_DIR, whose lock this process holds.
 * AWS_ENDPOINT_URL_DYNAMODB replaces it.
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const endpoint = process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  if (endpoint) return { endpoint, tend() {}, close: async () => {}, lost: new Promise(() => {}) };
  const file = join(dataDir, "dynamodb.sqlite");
  if (!(await poll(ENDING_SECONDS, () => !isOpenElsewhere(file) || undefined))) {
    throw new Problem(`${file} is open in another program: close that first.`);
  }
  const { endpoint: own, ended, stop } = await startDynoxide(file);
  const tend = () => tendStreamRecords(dataDir, file);
  try {
    tend();
  } catch (error) {
    await stop();
    throw error;
  }
  let isClosing = false;
  return {
    endpoint: own,
    tend,
    async close() {
      isClosing = true;
      await stop();
    },
    lost: new Promise((resolve) => {
      ended.then((reason) => isClosing || resolve(reason));
    }),
  };
}

/** Whether another process has this SQLite database open; false when there is no such file. */
function isOpenElsewhere(path: string): boolean {
  if (!existsSync(path)) return false;
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    // In WAL mode every open connection holds a lock that conflicts only with this locking mode.
    file.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw unusable(path, error);
  } finally {
    file?.close();
  }
}

/** A running embedded DynamoDB. */
interface Dynoxide {
  endpoint: string;
  /** Resolves with the reason when the process has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** The path of the embedded DynamoDB's binary for this platform. */
function findBinary() {
  const { platform, arch } = process;
  const name = `@dynoxide/${platform}-${arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve(`${name}/package.json`));
    return join(folder, platform === "win32" ? "dynoxide.exe" : "dynoxide");
  } catch {
    throw new Problem(
      `The embedded DynamoDB for ${platform}-${arch} is not installed: run ` +
        `"npm install --no-save ${name}@${wantedVersion(require)}", or set ` +
        "AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own. Each npm ci removes it again, " +
        'unless it is installed with "--save-optional --save-exact" instead.',
    );
  }
}

function wantedVersion(require: NodeJS.Require): string {
  const { optionalDependencies = {} } = require("../../package.json");
  return optionalDependencies["@dynoxide/linux-x64"] ?? "latest";
}

/**
 * Starts the database with its data in `file`, and returns when it answers; throws a Problem if it can't start.
 * It listens on a random loopback address and port: it answers every origin, and web pages can't guess them.
 */
export async function startDynoxide(file: string, tries = 5): Promise<Dynoxide> {
  // macOS has only one of the loopback addresses.
  const host =
    process.platform === "darwin"
      ? "127.0.0.1"
      : `127.${[randomInt(255), randomInt(255), randomInt(1, 255)].join(".")}`;
  const port = randomInt(FIRST_PORT, LAST_PORT);
  const child = spawnGuarded(findBinary(), [
    "--host",
    host,
    "--port",
    String(port),
    "--db-path",
    file,
  ]);
  const ended = watchEnd(child);
  async function stop() {
    child.kill("SIGTERM");
    const killLater = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS * 1000);
    await ended;
    clearTimeout(killLater);
  }
  try {
    await waitUntilReady(child, { ended, file });
  } catch (error) {
    await stop();
    if (error instanceof Problem && error.message.includes("is already in use") && tries > 1)
      return await startDynoxide(file, tries - 1);
    throw error;
  }
  return { endpoint: `http://${host}:${port}`, ended, stop };
}

/**
 * Waits for the line that the database prints when it has its port. An answer on the port proves
 * nothing, because another database may have taken the port meanwhile.
 */
async function waitUntilReady(
  child: ChildProcess,
  { ended, file }: { ended: Promise<string>; file: string },
) {
  const listening = new Promise<undefined>((resolve) => {
    let said = "";
    child.stderr?.on("data", (text: string) => {
      said += text;
      if (said.includes("listening on")) resolve(undefined);
    });
  });
  const late = sleep(START_SECONDS * 1000, "it takes too long", { ref: false });
  const failure = await Promise.race([listening, ended, late]);
  if (failure === undefined) return;
  throw new Problem(
    describeDiskFault(failure, file) ?? `The embedded DynamoDB can't start: ${failure}`,
  );
}

function watchEnd(child: ChildProcess): Promise<string> {
  let lastWords = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lastWords = (lastWords + text).slice(-2000);
  });
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  return new Promise((resolve) => {
    const finish = (reason: string) => {
      process.off("exit", onExit);
      resolve(reason);
    };
    child.once("error", (error) => finish(error.message));
    child.once("close", (code, signal) => {
      const complaint = lastWords.split("\n").find((line) => line.startsWith("error:"));
      finish(complaint?.slice("error:".length).trim() ?? `ended with ${signal ?? code}`);
    });
  });
}

/** Ends the database when the pipe on its standard input ends, which it does even if this process is killed. */
const GUARD =
  'exec 3<&0; (read -r _; kill $$) <&3 >/dev/null 2>&1 & exec "$0" "$@" </dev/null 3<&-';

/** Starts a database that ends with this process (on Windows, only if this process ends in good order). */
function spawnGuarded(binary: string, args: string[]): ChildProcess {
  const [command, all] =
    process.platform === "win32" ? [binary, args] : ["/bin/sh", ["-c", GUARD, binary, ...args]];
  // Ctrl-C in a terminal goes to the whole foreground group: in a group of its own, the database
  // outlives the requests in flight.
  return spawn(command, all, {
    detached: true,
    windowsHide: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
}
