import { setTimeout as sleep } from "node:timers/promises";

const SILENT_MS = 300;

/** A part of the service that has to be stopped. */
export interface Stoppable {
  /** What is still running, such as "2 requests"; "" for nothing. */
  pending?: () => string;
  stop: () => Promise<void>;
}

/**
 * Runs all steps in turn, even after one fails, and then throws the first error: for example, the
 * database is ended even if its note can't be written.
 */
export async function endAll(ends: (() => void | Promise<void>)[]) {
  const thrown: unknown[] = [];
  for (const end of ends) {
    try {
      await end();
    } catch (error) {
      thrown.push(error);
    }
  }
  if (thrown.length > 0) throw thrown[0];
}

/**
 * Stops all parts and waits up to `graceMs` for the work in progress. A line on stderr names work that takes
 * long.
 */
export async function stopAll(all: Stoppable[], graceMs: number) {
  const tell = setTimeout(() => {
    const pending = all.map(({ pending }) => pending?.() ?? "").filter(Boolean);
    process.stderr.write(
      `Waiting for ${pending.join(", ") || "connections to close"}, at most ${graceMs / 1000} s. ` +
        "Unfinished work continues after the next start. Press Ctrl-C again to stop now.\n",
    );
  }, SILENT_MS);
  const stopped = Promise.all(all.map(({ stop }) => stop()));
  await Promise.race([stopped, sleep(graceMs, undefined, { ref: false })]);
  clearTimeout(tell);
}
