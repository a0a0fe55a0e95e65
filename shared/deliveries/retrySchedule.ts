const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** After a failed attempt, how long until the next one: the schedule that Standard Webhooks 1.0.0 advises. */
export const DELAYS_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** How often a delivery is tried. */
export const ATTEMPTS = DELAYS_SECONDS.length + 1;

/** So that what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * How many seconds after its attempt number `tries` a delivery is tried again, up to a tenth later
 * than the schedule says; undefined when that was the last one.
 */
export function retryDelay(tries: number, random = Math.random): number | undefined {
  const delay = DELAYS_SECONDS[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * random()));
}
