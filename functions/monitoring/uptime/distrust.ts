import { log } from "../../../shared/log.ts";
import { countFailedCall, putMetrics } from "../../../shared/metrics.ts";
import { accountOf } from "../../../shared/sandbox.ts";
import { depthOf, findDepths } from "../bucketDepths.ts";
import { bucketsOf, findSites } from "../buckets.ts";
import { anyAnswers, type ProbeUrl } from "./probeSite.ts";

/** What a probe says about the worker's own connection. */
export interface Vote {
  /** The website's reseller; a sandbox counts as its reseller (`accountOf`). */
  reseller: string;
  host: string;
  answered: boolean;
}

/** Distinguishes failing websites from a failure of the worker's own connection, within one call of a worker. */
export class Distrust {
  readonly #probeUrl: ProbeUrl;
  readonly #votes: Vote[] = [];
  #control: Promise<ControlHost[]> | undefined;
  #isReported = false;

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
    this.#control ??= findUnansweredControlHosts(this.#failing(), this.#probeUrl);
    const unanswered = await this.#control;
    if (!isOffline(reseller, this.#votes, unanswered)) return false;
    this.#report(unanswered);
    return true;
  }

  #failing(): Set<string> {
    return new Set(this.#votes.flatMap(({ answered, host }) => (answered ? [] : host)));
  }

  #report(unanswered: ControlHost[]) {
    if (this.#isReported) return;
    this.#isReported = true;
    log(
      "warn",
      "most websites and all control hosts failed: these failures are discarded as our own",
      {
        websites: this.#votes.length,
        failing_hosts: this.#failing().size,
        control_hosts: unanswered.length,
      },
    );
    putMetrics({ UptimeRoundsDiscarded: 1 });
    // A new version that can't reach anything is stopped.
    countFailedCall();
  }
}

/** The number of other resellers whose control hosts must fail: a single reseller may just have dead websites. */
const OTHER_RESELLERS = 2;
/** The number of control hosts that must fail if there is no other reseller: fewer may be on one server. */
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

/** A host that answered lately, and whose website it is. */
interface ControlHost {
  reseller: string;
  host: string;
  url: string;
}

/** The number of buckets that are read, and of websites of each. */
const BUCKETS = 12;
const SITES_A_BUCKET = 25;
const HOSTS = 5;

/**
 * Probes the control hosts: a few that answered lately and are not failing now. Returns them if none
 * answers, and an empty list if one does or there are none.
 */
export async function findUnansweredControlHosts(
  failing: ReadonlySet<string>,
  probeUrl: ProbeUrl,
): Promise<ControlHost[]> {
  const hosts = await findControlHosts(failing);
  const urls = hosts.map(({ url }) => url);
  return (await anyAnswers(urls, probeUrl)) ? [] : hosts;
}

/** A few hosts that answered lately, from buckets, without the given ones. */
export async function findControlHosts(
  without: ReadonlySet<string>,
  { buckets: most = BUCKETS } = {},
): Promise<ControlHost[]> {
  const all = (await findDepths()).flatMap(({ minutes, since }) =>
    bucketsOf({ minutes, depth: depthOf({ since }) }),
  );
  const found = await Promise.allSettled(
    inRandomOrder(all)
      .slice(0, most)
      .map((bucket) => findSites(bucket, { limit: SITES_A_BUCKET })),
  );
  const sites = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const errors = found.flatMap((each) => (each.status === "rejected" ? each.reason : []));
  // Without a control host, the worker's own failures would be believed.
  if (errors.length > 0 && errors.length === found.length) throw errors[0];
  const hosts = sites.map(({ reseller_uuid, target: { url } }) => ({
    reseller: accountOf(reseller_uuid),
    host: hostAndPortOf(url),
    url,
  }));
  return choose(hosts.filter(({ host }) => !without.has(host)));
}

/** A few hosts at random, of as many resellers as possible. */
function choose(found: ControlHost[]): ControlHost[] {
  const hosts = [...new Map(inRandomOrder(found).map((each) => [each.host, each])).values()];
  const firsts = [...new Map(hosts.map((each) => [each.reseller, each])).values()];
  return [...new Set([...firsts, ...hosts])].slice(0, HOSTS);
}

function inRandomOrder<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** The host of a URL, with its port: votes are counted by it. */
export function hostAndPortOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
