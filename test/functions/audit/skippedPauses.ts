/** In place of `shared/pages/clock.ts`: pauses between requests pass at once. */
let skipped = 0;

export const systemClock = {
  now: () => Date.now() + skipped,
  async sleep(ms: number) {
    skipped += ms;
  },
};
