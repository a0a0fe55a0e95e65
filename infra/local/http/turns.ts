import { setTimeout as sleep } from "node:timers/promises";
import { costOfRoute } from "../../../shared/http/routes.ts";

/** Reads that count at least this much take turns, */
const EXPENSIVE_READ = 2;
/** and other requests. Cheaper ones run at once: only then do they meet in the table as they do on AWS. */
const EXPENSIVE = 5;

/**
 * Runs the expensive requests of one API key one at a time, and leaves the process to others for as long as each took.
 * On AWS each request has a process of its own; here all share a thread, in which one reseller's requests would slow
 * those of others.
 */
export class Turns {
  /** When the last turn of a key and the rest after it are over. */
  readonly #ends = new Map<string, Promise<void>>();

  /** Runs a request when its turn comes. */
  take<Result>(route: string, key: string | undefined, run: () => Promise<Result>) {
    const least = route.startsWith("GET ") ? EXPENSIVE_READ : EXPENSIVE;
    if (key === undefined || costOfRoute(route) < least) return run();
    let began = performance.now();
    const turn = (this.#ends.get(key) ?? Promise.resolve()).then(() => {
      began = performance.now();
      return run();
    });
    const rest = () => sleep(performance.now() - began);
    const end = turn.then(rest, rest).then(() => {
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    });
    this.#ends.set(key, end);
    return turn;
  }
}
