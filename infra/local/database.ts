import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import manifest from "../../package.json" with { type: "json" };
import { Problem } from "../cli/terminal.ts";
import { unusable } from "./dataDir.ts";

const START_SECONDS = 30;
const STOP_SECONDS = 5;
const FIRST_PORT = 20_000;
const LAST_PORT = 60_000;

/** A running embedded DynamoDB. */
interface Database {
  endpoint: string;
  /** Resolves with the reason when the process has ended. */
  ended: Promise<string>;
  close(): Promise<void>;
}

/** The path of the embedded DynamoDB's binary for this platform. */
function findBinary() {
  const { platform, arch } = process;
  const name = `@dynoxide/${platform}-${arch}`;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, platform === "win32" ? "dynoxide.exe" : "dynoxide");
  } catch {
    const version = manifest.optionalDependencies["@dynoxide/linux-x64"];
    throw new Problem(
      `The embedded DynamoDB for ${platform}-${arch} is not installed: run ` +
        `"npm install --no-save ${name}@${version}", or set ` +
        "AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own. Each npm ci removes it again, " +
        'unless it is installed with "--save-optional --save-exact" instead.',
    );
  }
}

/**
 * Starts the embedded DynamoDB with its data in `file`, and returns when it answers; throws a Problem if it can't
 * start. It listens on a random loopback address and port: it answers every origin, and web pages can't guess them.
 */
export async function openDatabase(file: string): Promise<Database> {
  // macOS has only one of the loopback addresses.
  const host =
    process.platform === "darwin"
      ? "127.0.0.1"
      : `127.${[randomInt(255), randomInt(255), randomInt(1, 255)].join(".")}`;
  const port = randomInt(FIRST_PORT, LAST_PORT);
  const args = ["--host", host, "--port", String(port), "--db-path", file];
  const child = spawnGuarded(findBinary(), args);
  const ended = watchEnd(child);
  async function close() {
    child.kill("SIGTERM");
    const killLater = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS * 1000);
    await ended;
    clearTimeout(killLater);
  }
  const late = sleep(START_SECONDS * 1000, "it takes too long", { ref: false });
  const failure = await Promise.race([untilListening(child), ended, late]);
  if (failure === undefined) return { endpoint: `http://${host}:${port}`, ended, close };
  await close();
  throw unusable(file, `the embedded DynamoDB can't start: ${failure}`);
}

/**
 * Resolves when the database prints that it has its port. An answer on the port proves nothing, because another
 * database may have taken the port meanwhile.
 */
function untilListening({ stderr }: ChildProcess) {
  return new Promise<undefined>((resolve) => {
    let said = "";
    stderr?.on("data", (text: string) => {
      said += text;
      if (said.includes("listening on")) resolve(undefined);
    });
  });
}

/** Resolves with the reason when the process has ended. */
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
      const [, complaint] = /^error: *(.*)/m.exec(lastWords) ?? [];
      finish(complaint ?? `ended with ${signal ?? code}`);
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
