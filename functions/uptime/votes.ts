/** What a probe of a round says about the way out of here. */
export interface Vote {
  /** Whose website it is; a sandbox is its reseller's (`accountOf`). */
  reseller: string;
  host: string;
  answered: boolean;
}

/** A host that answered lately, and whose website it is. */
export interface ControlHost {
  reseller: string;
  host: string;
  url: string;
}

/** So many other resellers must be without an answer: one alone may just have dead websites. */
const OTHER_RESELLERS = 2;
/** So many other hosts, where there is no other reseller: they may be on one server. */
const OWN_HOSTS = 3;

/**
 * Whether most of a round fails: then it may be the way out of here. A reseller has one vote, by
 * most of its hosts, and a host that several name counts once.
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

/** As many as there are resellers, or hosts, whichever is less. */
function weight(hosts: Set<string>[]): number {
  return Math.min(hosts.length, new Set(hosts.flatMap((some) => [...some])).size);
}

/**
 * Whether the websites of a reseller failed for reasons of ours. The hosts of the control look have
 * failed as well, and those of two other resellers are among them: no other reseller can have that
 * said alone. Where there is no other, neither in the round nor elsewhere, its own hosts do.
 */
export function isOffline(reseller: string, votes: Vote[], unanswered: ControlHost[]): boolean {
  const isOther = (one: Pick<Vote, "reseller">) => one.reseller !== reseller;
  const others = new Set(unanswered.filter(isOther).map((host) => host.reseller));
  const isAlone = others.size === 0 && !votes.some(isOther);
  return isAlone ? unanswered.length >= OWN_HOSTS : others.size >= OTHER_RESELLERS;
}
