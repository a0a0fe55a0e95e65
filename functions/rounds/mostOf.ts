import type { Clock } from "../../shared/time.ts";

/** The first results are written after this at the latest. */
const FIRST_MS = 2_000;
/** So many have to be there, of all, and so much of the time that they took has to pass without another. */
const MOST = 0.5;
const QUIET = 0.1;

/**
 * Resolves when all are done; or when most are, and for a tenth of the time until then no other was: those
 * that never will be make it no later than that, however many they are.
 */
export async function mostOf(probes: Promise<unknown>[], clock: Clock) {
  const startedAt = clock.now();
  const most = Promise.withResolvers<void>();
  let count = 0;
  const countUp = async () => {
    count += 1;
    const own = count;
    if (own < probes.length * MOST) return;
    await clock.sleep((clock.now() - startedAt) * QUIET);
    if (own === count) most.resolve();
  };
  for (const probe of probes) probe.then(countUp, countUp);
  await Promise.race([Promise.allSettled(probes), most.promise, clock.sleep(FIRST_MS)]);
}
