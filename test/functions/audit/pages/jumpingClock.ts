import type { Clock } from "../../../../functions/audit/pages/clock.ts";

/** A clock that jumps ahead instead of waiting. */
export class JumpingClock implements Clock {
  time = 0;

  now() {
    return this.time;
  }

  async sleep(ms: number) {
    this.time += ms;
  }
}
