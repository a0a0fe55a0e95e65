import { log } from "../../shared/log.ts";
import { putMetrics } from "../../shared/metrics.ts";
import { lookElsewhere } from "./controlLook.ts";
import type { LookAt } from "./probeSite.ts";
import { type ControlHost, isOffline, mostFail, type Vote } from "./votes.ts";

/** Tells, in one round, a website that fails from a way out of here that does. */
export class Distrust {
  readonly #look: LookAt;
  readonly #votes: Vote[] = [];
  #control: Promise<ControlHost[]> | undefined;
  #isTold = false;

  constructor(look: LookAt) {
    this.#look = look;
  }

  vote(vote: Vote) {
    this.#votes.push(vote);
  }

  /**
   * Whether the websites of a reseller failed for reasons of ours: by the votes of this round so far,
   * and where most of them failed, by a control look.
   */
  async isOurs(reseller: string): Promise<boolean> {
    if (!mostFail(this.#votes)) return false;
    this.#control ??= lookElsewhere(this.#failing(), this.#look);
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
    putMetrics({ UptimeRoundsDiscarded: 1 });
  }
}
