import type { Clock } from "../../shared/time.ts";

/** A clock by which pauses between requests pass at once. */
export function skippedPauses(): Clock {
  let skipped = 0;
  return {
    now: () => Date.now() + skipped,
    async sleep(ms) {
      skipped += ms;
    },
  };
}
