import { setTimeout as sleep } from "node:timers/promises";

/** Something that works until it is told to stop: what it still waits for, and how to stop it. */
export interface Stoppable {
  /** For a person, like "2 requests"; "" when nothing is under way. */
  pending?: () => string;
  stop: () => Promise<void>;
}

/**
 * Does all of these in turn, also those after one that fails: a database is ended although its note
 * can't be written. Throws what was thrown first.
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
  /** It says what it waits for when it takes longer than this. */
  silentMs?: number;
  write?: (line: string) => void;
}

/**
 * Stops all of them and waits for what is under way, at most `graceMs`. What takes longer than
 * anybody waits without wondering is named.
 */
export async function stopAll(
  all: Stoppable[],
  { graceMs, silentMs = 300, write = (line: string) => void process.stderr.write(line) }: Ending,
) {
  const tell = setTimeout(() => {
    const pending = all.map(({ pending }) => pending?.() ?? "").filter(Boolean);
    const what = pending.length > 0 ? pending.join(", ") : "connections to close";
    write(
      `Waiting for ${what}, at most ${graceMs / 1000} s: what is not done by then is done after ` +
        "the next start. Ctrl-C again ends it now.\n",
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
