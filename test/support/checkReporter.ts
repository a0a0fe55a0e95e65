import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Reporter } from "vitest/node";

const CHECK = "npm run --silent check";
const isWindows = process.platform === "win32";
/** Ends with this process, even a killed one: that closes the pipe which is the check's standard input. */
const COMMAND = isWindows
  ? CHECK
  : `exec 3<&0; (read -r _; kill -- -$$) <&3 >/dev/null 2>&1 & exec 3<&-; ${CHECK} </dev/null`;

/** Runs `npm run check` beside the tests, and prints what it says. If it fails, the run ends at once. */
export class CheckReporter implements Reporter {
  #passed: Promise<void> | undefined;

  onInit() {
    this.#passed = check();
  }

  async onTestRunEnd() {
    await this.#passed;
  }
}

async function check() {
  const program = spawn(COMMAND, { shell: true, detached: !isWindows });
  const ended = new Promise<number | null>((resolve) => program.once("close", resolve));
  const [code, ...outputs] = await Promise.all([ended, text(program.stdout), text(program.stderr)]);
  process.stderr.write(`\n${outputs.join("")}`);
  // The shell's reader of the pipe ends.
  program.stdin.destroy();
  if (code === 0) return;
  process.stderr.write("\nnpm run check failed.\n");
  process.exit(1);
}
