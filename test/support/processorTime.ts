import { expect } from "vitest";

const FACTOR = 4;
const RUNS = 2;

/** What processor time can't tell from nothing: garbage collection, a first compilation. */
const NOISE_MS = 30;

/**
 * Expects that work on input of four times the size takes no more than twice as much as four
 * times the processor time: what is quadratic takes sixteen times. `make` prepares the work.
 */
export function expectLinearTime(size: number, make: (size: number) => () => unknown) {
  const small = leastMs(make(size));
  const large = leastMs(make(FACTOR * size));
  expect(large).toBeLessThan(2 * FACTOR * small + NOISE_MS);
}

/** The processor time of this thread, whatever else the machine does; the least of some runs. */
function leastMs(work: () => unknown): number {
  const runs = Array.from({ length: RUNS }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}
