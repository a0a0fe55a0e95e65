import { type OnSignal, watchSignals } from "./signals.ts";

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
 * signal ends it too, unless `main` says otherwise.
 */
export async function runMain(main: (onSignal: OnSignal) => Promise<void>) {
  try {
    await main(watchSignals());
  } catch (error) {
    const expected = error instanceof Problem;
    process.stderr.write(`${expected ? error.message : describe(error)}\n`);
    // Not exitCode alone: a half-open socket or child must not keep a failed command alive.
    process.exit(expected ? error.exitCode : 1);
  }
}

function describe(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
