import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a host name; throws an error with a `code` like ENOTFOUND. */
type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

const ATTEMPT_MS = 1_500;
const ATTEMPTS = 2;

let current: Resolve = askNameServers;

/** Puts another resolver in the place of DNS: this machine's own locally, tables in tests. */
export function replaceResolver(resolve: Resolve) {
  current = resolve;
}

export const resolveHostname: Resolve = (hostname, signal) => current(hostname, signal);

/**
 * Asks the name servers for IPv4 and IPv6. Not `dns.lookup`: it runs on four threads that the
 * whole process shares, so that a few domains with dead name servers would hold up all others.
 * `servers`: other ones than this machine's.
 */
export async function askNameServers(
  hostname: string,
  signal: AbortSignal,
  servers?: string[],
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname).then(inFamily(4)),
      resolver.resolve6(hostname).then(inFamily(6)),
    ]);
    const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length === 0) throw mostTelling(answers);
    return found;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** As every other program on this machine finds names, `localhost` and the hosts file included. */
export const askThisMachine: Resolve = (hostname) => lookup(hostname, { all: true });

function inFamily(family: 4 | 6) {
  return (addresses: string[]) => addresses.map((address) => ({ address, family }));
}

/** "No data" only says that the name has no address of this family; any other reason goes first. */
function mostTelling(answers: PromiseSettledResult<unknown>[]): unknown {
  const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? answer.reason : []));
  return reasons.find(({ code }) => code !== "ENODATA") ?? reasons[0] ?? { code: "ENODATA" };
}
