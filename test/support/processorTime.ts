import { expect } from "vitest";

const FACTOR = 4;
const RUNS = 2;

/** Processor time of garbage collection and first compilation. */
const NOISE_MS = 30;

/**
 * Expects that work on four times the input takes at most eight times the processor time; quadratic work
 * would take sixteen times. `make` prepares the work.
 */
export async function expectLinearTime(size: number, make: (size: number) => () => unknown) {
  const small = await leastMs(make(size));
  const large = await leastMs(make(FACTOR * size));
  expect(large).toBeLessThan(2 * FACTOR * small + NOISE_MS);
}

/** The least processor time of some runs in this thread. */
async function leastMs(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
