import type { Invoke } from "./functions.ts";
import type { Schedule } from "./template.ts";

const MINUTE_MS = 60_000;

/**
 * Calls each function at once and then each minute, even while an earlier call runs, as on AWS. The
 * returned function stops the schedules and waits for running calls.
 */
export function startSchedules({
  schedules,
  invoke,
  report,
}: {
  schedules: Schedule[];
  invoke: Invoke;
  report(what: string, error: unknown): void;
}): () => Promise<void> {
  const running = new Set<Promise<unknown>>();
  const timers = schedules.map(({ functionName, input }) => {
    const call = () => {
      const done = invoke(functionName, input)
        .catch((error: unknown) => report(functionName, error))
        .finally(() => running.delete(done));
      running.add(done);
    };
    call();
    return setInterval(call, MINUTE_MS);
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
