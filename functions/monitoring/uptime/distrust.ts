import { log } from "../../../shared/log.ts";
import { putMetrics } from "../../../shared/metrics.ts";
import { type ControlHost, probeControlHosts } from "./controlHosts.ts";
import type { ProbeUrl } from "./probeSite.ts";

/** What a probe says about the worker's own connection. */
export interface Vote {
  /** Of the website; a sandbox counts as its reseller (`accountOf`). */
  reseller: string;
  host: string;
  answered: boolean;
}

/** Tells, in one call of a worker, failing websites from a failure of the worker's own connection. */
export class Distrust {
  readonly #probeUrl: ProbeUrl;
  readonly #votes: Vote[] = [];
  #control: Promise<ControlHost[]> | undefined;
  #isTold = false;

  constructor(probeUrl: ProbeUrl) {
    this.#probeUrl = probeUrl;
  }

  vote(vote: Vote) {
    this.#votes.push(vote);
  }

  /**
   * Whether the websites of a reseller failed because of the worker's own connection: most votes so far
   * are failures, and the control hosts, which are probed then, fail as well.
   */
  async isOwnFailure(reseller: string): Promise<boolean> {
    if (!mostFail(this.#votes)) return false;
    this.#control ??= probeControlHosts(this.#failing(), this.#probeUrl);
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

/** Other resellers that must be without an answer: a single one may just have dead websites. */
const OTHER_RESELLERS = 2;
/** Hosts that must be without an answer if there is no other reseller: they may be on one server. */
const OWN_HOSTS = 3;

/**
 * Whether most votes are failures, which may be due to the worker's own connection. A reseller has one
 * vote, that of most of its hosts, and a host of several resellers counts once.
 */
export function mostFail(votes: Vote[]): boolean {
  const resellers = [...Map.groupBy(votes, ({ reseller }) => reseller).values()].map((own) => {
    const answering = new Set(own.flatMap(({ host, answered }) => (answered ? host : [])));
    const failing = new Set(own.flatMap(({ host }) => (answering.has(host) ? [] : host)));
    return { answering, failing, hasFailed: failing.size > answering.size };
  });
  const failed = resellers.filter(({ hasFailed }) => hasFailed);
  const answered = resellers.filter(({ hasFailed }) => !hasFailed);
  return (
    weight(failed.map(({ failing }) => failing)) >
    weight(answered.map(({ answering }) => answering))
  );
}

/** The number of resellers, or of hosts if there are fewer. */
function weight(hosts: Set<string>[]): number {
  return Math.min(hosts.length, new Set(hosts.flatMap((some) => [...some])).size);
}

/**
 * Whether the failures of a reseller's websites are due to the worker's own connection: control hosts of
 * two other resellers have failed as well, so that no other reseller can bring that about alone. If there
 * is no other reseller, neither among the votes nor among the control hosts, three hosts of its own count.
 */
export function isOffline(reseller: string, votes: Vote[], unanswered: ControlHost[]): boolean {
  const isOther = (one: Pick<Vote, "reseller">) => one.reseller !== reseller;
  const others = new Set(unanswered.filter(isOther).map((host) => host.reseller));
  const isAlone = others.size === 0 && !votes.some(isOther);
  return isAlone ? unanswered.length >= OWN_HOSTS : others.size >= OTHER_RESELLERS;
}
