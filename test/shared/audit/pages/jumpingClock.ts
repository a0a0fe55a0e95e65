import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../../shared/platform/time.ts";

/** A clock that jumps ahead instead of waiting, once everything else that is due has run. */
export class JumpingClock implements Clock {
  time = 0;

  now() {
    return this.time;
  }

  async sleep(ms: number) {
    const end = this.time + ms;
    await setImmediate();
    this.time = Math.max(this.time, end);
  }
}
