import type { Clock } from "../../shared/platform/time.ts";

/** A clock, ahead by some milliseconds, on which pauses between requests pass at once. */
export function skippedPauses(aheadMs = 0): Clock {
  let skipped = aheadMs;
  return {
    now: () => Date.now() + skipped,
    async sleep(ms) {
      skipped += ms;
    },
  };
}
