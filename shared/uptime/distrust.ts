import { optionalEnv } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { countFailedCall, putMetrics } from "../platform/metrics.ts";
import { anyAnswers, hostAndPortOf, type ProbeUrl } from "./probeWebsite.ts";

/** The worker reaches nothing: neither most websites nor any control address. Its messages come again. */
class Offline extends Error {
  override readonly name = "Offline";
}

/** Addresses that hardly ever fail, set for each stage; none if failures are always believed. */
export function controlUrls(): string[] {
  return optionalEnv("CONTROL_URLS")?.split(" ") ?? [];
}

/** Hosts that the log names for an operator to try from elsewhere. */
const MOST_NAMED = 10;

/** Distinguishes failing websites from a failure of the worker's own connection, within one call of a worker. */
export class Distrust {
  readonly #probeUrl: ProbeUrl;
  readonly #answering = new Set<string>();
  readonly #failing = new Set<string>();
  #isOnline: Promise<boolean> | undefined;

  constructor(probeUrl: ProbeUrl) {
    this.#probeUrl = probeUrl;
  }

  /** Counts a probe by its host. Websites that are known to be down do not count. */
  note(url: string, hasAnswered: boolean) {
    (hasAnswered ? this.#answering : this.#failing).add(hostAndPortOf(url));
  }

  /** Throws Offline if more than half of the hosts so far have failed, and the control addresses fail as well. */
  async assertOnline() {
    const failing = [...this.#failing].filter((host) => !this.#answering.has(host));
    if (failing.length <= this.#answering.size) return;
    this.#isOnline ??= this.#askControls(failing);
    if (!(await this.#isOnline)) throw new Offline("The worker can't reach the control addresses");
  }

  async #askControls(failing: string[]): Promise<boolean> {
    const controls = controlUrls();
    if (controls.length === 0 || (await anyAnswers(controls, this.#probeUrl))) return true;
    log("warn", "most websites and all control addresses failed: this call will be repeated", {
      hosts: failing.length + this.#answering.size,
      failing: failing.length,
      failing_hosts: failing.slice(0, MOST_NAMED),
    });
    putMetrics({ UptimeRoundsDiscarded: 1 });
    // A new version that can't reach anything is stopped.
    countFailedCall();
    return false;
  }
}
