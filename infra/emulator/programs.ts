import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../terminal.ts";

const POLL_MS = 1000;
const LAST_LINES = 30;

interface RunOptions {
  env: NodeJS.ProcessEnv;
  /** The program is ended after this time. */
  seconds: number;
  onLine?: (line: string) => void;
}

/** Runs a program to its end; returns its standard output. Throws a Problem with its last lines if it fails. */
export async function run(command: string[], { env, seconds, onLine }: RunOptions) {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill("SIGKILL");
  const timer = setTimeout(end, seconds * 1000);
  process.once("exit", end);
  const lines: string[] = [];
  const output: string[] = [];
  createInterface(child.stdout).on("line", (line) => output.push(line));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      lines.push(line);
      onLine?.(line);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  clearTimeout(timer);
  process.off("exit", end);
  if (code === 0) return output.join("\n");
  process.stderr.write(`${lines.slice(-LAST_LINES).join("\n")}\n`);
  throw new Problem(`${command.join(" ")} failed, or took longer than ${seconds} s.`);
}

/** Asks once a second until there is a result. A failed request counts as none. */
export async function waitFor<Result>(
  what: string,
  seconds: number,
  find: () => Promise<Result | undefined>,
): Promise<Result> {
  const end = Date.now() + seconds * 1000;
  let reason: unknown = "";
  while (Date.now() < end) {
    const result = await find().catch((error: unknown) => {
      reason = error;
      return undefined;
    });
    if (result !== undefined) return result;
    await sleep(POLL_MS);
  }
  throw new Problem(`${what} did not come within ${seconds} s. ${reason}`.trim());
}
