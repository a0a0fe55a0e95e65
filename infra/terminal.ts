import { constants } from "node:os";
import { parseArgs } from "node:util";
import { describeSystemFault } from "./systemFault.ts";
import { visible } from "./visible.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PARENT_POLL_MS = 200;
const PATIENCE_MS = 2000;
/** Of whoever was asked for something that there is not, or in another way than it takes. */
export const WRONG_INPUT_EXIT_CODE = 2;

/** Something the person at the terminal can put right: printed as one line, without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a program's main function. What it throws ends the process with a line and an exit code; a
 * signal ends it too, unless `main` says otherwise, and so does a reader of its output that has gone.
 */
export async function runMain(main: (onSignal: OnSignal) => Promise<void>) {
  process.stdout.on("error", endWithoutOutput);
  try {
    await main(watchSignals());
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    // Not exitCode alone: a half-open socket or child must not keep a failed command alive.
    process.exit(error instanceof Problem ? error.exitCode : 1);
  }
}

/**
 * Whether a program without options of its own is asked for its help. Anything else is refused before
 * the program does something that was not meant.
 */
export function asksForHelp(command: string): boolean {
  try {
    return parseArgs({ options: { help: { type: "boolean", short: "h" } } }).values.help ?? false;
  } catch {
    throw new Problem(
      `${command} takes no options but --help: what can be set are variables.`,
      WRONG_INPUT_EXIT_CODE,
    );
  }
}

/** As in `npm run -s admin -- reseller list | head -1`: that is no failure. A full disk is one. */
function endWithoutOutput({ code, message }: NodeJS.ErrnoException) {
  if (code === "EPIPE") process.exit();
  process.stderr.write(
    `What is printed can't be written (${message}): what was asked for may be done all the same.\n`,
  );
  process.exit(1);
}

/** Of what was expected one line, which may name what somebody else has written. */
function describe(error: unknown): string {
  if (error instanceof Problem) return visible(error.message);
  const fault = process.env["DEBUG"] ? undefined : describeSystemFault(error);
  if (fault !== undefined) return visible(fault);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Says what is to happen at a signal that ends the program, from now on. */
export type OnSignal = (react: (signal: (typeof SIGNALS)[number]) => void) => void;

/**
 * Watches for the signals that end a program. Until told otherwise they end it at once, by
 * `process.exit`, so that what it started ends too. Any number may come: npm and the terminal both
 * pass Ctrl-C on.
 */
function watchSignals(): OnSignal {
  let reaction: Parameters<OnSignal>[0] = (signal) => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, () => reaction(signal));
  watchParent(() => reaction("SIGTERM"));
  return (react) => {
    reaction = react;
  };
}

/** npm passes a signal on to the shell between itself and the program, and some shells keep it. */
function watchParent(onGone: () => void) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_POLL_MS);
  timer.unref();
}

/**
 * Tells on stderr what is being done, but only once it takes longer than anybody waits without
 * wondering. `step` names what begins now, `end` says that all is done.
 */
export function createProgress(write = (line: string) => process.stderr.write(`${line}\n`)) {
  let current = "";
  let told = "";
  let patient = true;
  const tell = () => {
    if (current !== told) write(`${current} ...`);
    told = current;
  };
  const timer = setTimeout(() => {
    patient = false;
    tell();
  }, PATIENCE_MS);
  return {
    step(name: string) {
      current = name;
      if (!patient) tell();
    },
    end: () => clearTimeout(timer),
  };
}
