import { subscribe } from "node:diagnostics_channel";
import { setImmediate } from "node:timers/promises";
import { systemClock } from "../../../shared/time.ts";

/** Turns of the event loop without a change after which everything waits for virtual time. */
const QUIET_TURNS = 4;

/** Time that passes only while everything waits for it, so that a machine's own speed does not matter. */
export class VirtualTime {
  #now = Date.now();
  readonly #sleepers: { at: number; wake(): void }[] = [];
  /** Requests of this process without an answer, and those of them that an endpoint here holds. */
  #open = 0;
  #held = 0;

  constructor() {
    const opened = () => {
      this.#open += 1;
    };
    const ended = () => {
      this.#open -= 1;
    };
    subscribe("http.client.request.start", opened);
    subscribe("http.client.response.finish", ended);
    subscribe("http.client.request.error", ended);
    // Pauses after conflicts of transactions.
    Object.assign(systemClock, { sleep: (ms: number) => this.sleep(ms) });
  }

  now = () => this.#now;

  sleep = (ms: number): Promise<void> =>
    new Promise((wake) => void this.#sleepers.push({ at: this.#now + ms, wake }));

  /** Answers a request after a while. */
  async hold(ms: number) {
    this.#held += 1;
    await this.sleep(ms);
    this.#held -= 1;
  }

  /** Lets time pass until some work is done. */
  async run(work: Promise<unknown>) {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    void work.then(end, end);
    while (!isDone) {
      await this.#settle();
      if (isDone) break;
      this.#sleepers.sort((one, other) => one.at - other.at);
      const [next] = this.#sleepers;
      if (!next) continue;
      this.#now = Math.max(this.#now, next.at);
      while (this.#sleepers[0] && this.#sleepers[0].at <= this.#now) this.#sleepers.shift()?.wake();
    }
    await work;
  }

  async #settle() {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      const before = this.#sleepers.length;
      await setImmediate();
      quiet = this.#open === this.#held && this.#sleepers.length === before ? quiet + 1 : 0;
    }
  }
}
