import { setTimeout as sleep } from "node:timers/promises";

const SILENT_MS = 300;

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

/** Waits up to `graceMs` for the parts to stop. A line on stderr names what is still running, if that takes long. */
export async function stopAll(
  stops: (() => Promise<void>)[],
  { graceMs, running }: { graceMs: number; running: () => string },
) {
  const tell = setTimeout(() => {
    process.stderr.write(
      `Waiting for ${running() || "connections to close"}, at most ${graceMs / 1000} s. ` +
        "Press Ctrl-C again to stop now.\nUnfinished work continues after the next start.\n",
    );
  }, SILENT_MS);
  const stopped = Promise.all(stops.map((stop) => stop()));
  await Promise.race([stopped, sleep(graceMs, undefined, { ref: false })]);
  clearTimeout(tell);
}
