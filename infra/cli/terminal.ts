import { constants } from "node:os";
import { type ParseArgsConfig, parseArgs } from "node:util";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PARENT_POLL_MS = 200;
/** Exit code for unknown commands and wrong options. */
export const WRONG_INPUT_EXIT_CODE = 2;

/** An error that the user can fix: printed as one line, without a stack. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a program's main function. An error ends the process with a line and an exit code. A signal
 * ends it unless `main` handles it, and so does closing the pipe that reads its output.
 */
export async function runMain(main: (onSignal: OnSignal) => Promise<void>) {
  process.stdout.on("error", endWithoutOutput);
  try {
    await main(watchSignals());
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    // `exitCode` alone would let a half-open socket or a child keep the failed command alive.
    process.exit(error instanceof Problem ? error.exitCode : 1);
  }
}

/** The arguments of a program; throws a Problem that names a wrong one and ends with the hint. */
export function readArguments<Config extends ParseArgsConfig>(config: Config, hint: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split(/[.\n]/);
    throw new Problem(`${sentence}; ${hint}.`, WRONG_INPUT_EXIT_CODE);
  }
}

/** `npm run -s admin -- reseller list | head -1` closes the pipe, which is no failure; a full disk is one. */
function endWithoutOutput({ code }: NodeJS.ErrnoException) {
  process.exit(code === "EPIPE" ? 0 : 1);
}

/** An expected error as one line; control characters in it are made visible. */
function describe(error: unknown): string {
  if (error instanceof Problem) return escapeForTerminal(error.message);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Sets the handler for signals that end the program. */
export type OnSignal = (react: (signal: (typeof SIGNALS)[number]) => void) => void;

/**
 * Handles the signals that end a program. The default handler calls `process.exit`, so that exit
 * handlers end the children. Ctrl-C can arrive twice: from npm and from the terminal.
 */
function watchSignals(): OnSignal {
  let reaction: Parameters<OnSignal>[0] = (signal) => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, () => reaction(signal));
  watchParent(() => reaction("SIGTERM"));
  return (react) => {
    reaction = react;
  };
}

/** Some shells between npm and the program don't pass on signals, so this watches for npm's end. */
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
 * Control and format characters: they move the cursor, change the direction of text, have no width, or
 * end a line.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes foreign text safe for a terminal. */
export function escapeForTerminal(text: string): string {
  return text.replace(UNSEEN, (character) =>
    /\p{Cc}/u.test(character) ? "?" : `<U+${hex(character.codePointAt(0) ?? 0).toUpperCase()}>`,
  );
}

/** JSON of a value with such characters escaped, except for JSON's own line ends and indents. */
export function escapeJsonForTerminal(json: string): string {
  return json.replace(UNSEEN, (character) => {
    if (/\s/.test(character) && character < "\u0080") return character;
    return character
      .split("")
      .map((unit) => `\\u${hex(unit.charCodeAt(0))}`)
      .join("");
  });
}

function hex(code: number): string {
  return code.toString(16).padStart(4, "0");
}
