import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type RunningServer, requireServer } from "../../../infra/local/serverLock.ts";

const PATIENCE_MS = 200_000;
const root = join(import.meta.dirname, "../../..");

/** A directory of its own for a test, removed after it. */
export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "local-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The environment of a shell in which nothing is set up: no table, no endpoint, no credentials. */
function bareEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(AWS_|VITEST|NODE_(?!COMPILE_CACHE)|npm_|TABLE_NAME$|PORT$|HOST$|DATA_DIR$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}

/** Runs one of the project's programs and ends it with the test. */
export function run(script: string, args: string[], env: Record<string, string>) {
  return runProgram(process.execPath, [join(root, script), ...args], env);
}

/** Like `run`, for any program. */
export function runProgram(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(program, args, { cwd: root, env: bareEnvironment(env) });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.stderr += text;
  });
  const exited = once(child, "close").then(([code, signal]) => ({ code, signal, ...output }));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  return { child, output, exited };
}

/**
 * Polls until there is an answer and returns it. The limit, below a test's time-out, names what never
 * came. It does not use `Date`, which tests set.
 */
export async function eventually<T>(find: () => T | Promise<T>): Promise<NonNullable<T>> {
  const start = performance.now();
  for (;;) {
    const result = await find();
    if (result) return result;
    if (performance.now() - start > PATIENCE_MS) throw new Error(`Waited in vain for ${find}`);
    await sleep(20);
  }
}

/** Where the server of a directory answers; undefined while none does. */
export function serverOf(dataDir: string): RunningServer | undefined {
  try {
    return requireServer(dataDir);
  } catch {
    return undefined;
  }
}

/** Reports a failure on stderr, as `npm start` does. */
export function report(what: string, error: unknown) {
  console.error(`${what} failed:`, error);
}
