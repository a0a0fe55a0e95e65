import { log } from "../../shared/log.ts";

/** A schedule of the stack: how often which function is called, with what. */
export interface Schedule {
  functionName: string;
  everyMs: number;
  input: unknown;
}

/** Calls each function on its schedule, first at once. The returned function ends that. */
export function startSchedules(
  schedules: Schedule[],
  invoke: (functionName: string, event: unknown) => Promise<unknown>,
): () => Promise<void> {
  const running = new Set<Promise<unknown>>();
  const timers = schedules.map(({ functionName, everyMs, input }) => {
    const call = () => {
      const done = invoke(functionName, input)
        .catch((error: unknown) => log("error", `${functionName} failed`, { error: String(error) }))
        .finally(() => running.delete(done));
      running.add(done);
    };
    call();
    return setInterval(call, everyMs);
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running);
  };
}
