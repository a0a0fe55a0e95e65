import { setTimeout as sleep } from "node:timers/promises";

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

interface Ending {
  graceMs: number;
  /** After this time, a line on stderr says what is being waited for. */
  silentMs?: number;
  write?: (line: string) => void;
}

/**
 * Stops all parts and waits up to `graceMs` for the work in progress. A line names work that takes
 * long.
 */
export async function stopAll(
  all: Stoppable[],
  { graceMs, silentMs = 300, write = (line: string) => void process.stderr.write(line) }: Ending,
) {
  const tell = setTimeout(() => {
    const pending = all.map(({ pending }) => pending?.() ?? "").filter(Boolean);
    const what = pending.length > 0 ? pending.join(", ") : "connections to close";
    write(
      `Waiting for ${what}, at most ${graceMs / 1000} s. Unfinished work continues after ` +
        "the next start. Press Ctrl-C again to stop now.\n",
    );
  }, silentMs);
  const given = new AbortController();
  await Promise.race([
    Promise.all(all.map(({ stop }) => stop())),
    sleep(graceMs, undefined, { signal: given.signal }).catch(() => {}),
  ]);
  clearTimeout(tell);
  given.abort();
}
