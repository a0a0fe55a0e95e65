import { expect } from "vitest";

const FACTOR = 4;
const RUNS = 2;

/** Processor time of garbage collection and first compilation. */
const NOISE_MS = 30;

/**
 * Expects that work on four times the input takes at most eight times the processor time; quadratic work
 * would take sixteen times. `make` prepares the work.
 */
export function expectLinearTime(size: number, make: (size: number) => () => unknown) {
  const small = leastMs(make(size));
  const large = leastMs(make(FACTOR * size));
  expect(large).toBeLessThan(2 * FACTOR * small + NOISE_MS);
}

/** The least processor time of some runs in this thread. */
function leastMs(work: () => unknown): number {
  const runs = Array.from({ length: RUNS }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}
