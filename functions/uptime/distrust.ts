import { countMetric, log } from "../../shared/log.ts";
import type { Clock } from "../../shared/time.ts";
import { lookElsewhere } from "./controlLook.ts";
import { type ControlHost, isOffline, mostFail, type Vote } from "./votes.ts";

/** A failure waits this long for what the others of its round come to. */
const VOTE_MS = 1000;

/** Tells, in one round, a website that fails from a way out of here that does. */
export class Distrust {
  readonly #clock: Clock;
  readonly #votes: Vote[] = [];
  #closed: Promise<unknown> | undefined;
  #control: Promise<ControlHost[]> | undefined;
  #isTold = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  vote(vote: Vote) {
    this.#votes.push(vote);
  }

  /**
   * Whether the websites of a reseller failed for reasons of ours: by the votes of this round, and
   * where most of them failed, by a control look. `probed` ends with the last probe of the round,
   * which is not waited for any longer than a second.
   */
  async isOurs(reseller: string, probed: Promise<unknown>): Promise<boolean> {
    this.#closed ??= Promise.race([probed, this.#clock.sleep(VOTE_MS)]);
    await this.#closed;
    if (!mostFail(this.#votes)) return false;
    this.#control ??= lookElsewhere(this.#failing());
    const unanswered = await this.#control;
    if (!isOffline(reseller, this.#votes, unanswered)) return false;
    this.#tell(unanswered);
    return true;
  }

  #failing(): Set<string> {
    return new Set(this.#votes.flatMap(({ answered, host }) => (answered ? [] : host)));
  }

  #tell(unanswered: ControlHost[]) {
    if (this.#isTold) return;
    this.#isTold = true;
    log("warn", "most websites failed, and hosts that answered lately as well: discarded", {
      websites: this.#votes.length,
      failing_hosts: this.#failing().size,
      control_hosts: unanswered.length,
    });
    countMetric("UptimeRoundsDiscarded", 1);
  }
}
