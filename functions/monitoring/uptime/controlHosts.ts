import { accountOf } from "../../../shared/sandbox.ts";
import { depthOf, findDepths } from "../bucketDepths.ts";
import { bucketsOf, findSites } from "../buckets.ts";
import { anyAnswers, type ProbeUrl } from "./probeSite.ts";

/** A host that answered lately, and whose website it is. */
export interface ControlHost {
  reseller: string;
  host: string;
  url: string;
}

/** The number of buckets that are read, and of websites of each. */
const BUCKETS = 12;
const SITES_A_BUCKET = 25;
const HOSTS = 5;

/**
 * Probes a few hosts that answered lately, other than the failing ones. Returns them if none of them
 * answers; otherwise, or if there is no such host, an empty list.
 */
export async function probeControlHosts(
  failing: ReadonlySet<string>,
  probeUrl: ProbeUrl,
): Promise<ControlHost[]> {
  const hosts = await findControlHosts(failing);
  const urls = hosts.map(({ url }) => url);
  return (await anyAnswers(urls, probeUrl)) ? [] : hosts;
}

/** A few hosts that answered lately, which are in buckets, other than these. */
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
    host: hostOf(url),
    url,
  }));
  return choose(hosts.filter(({ host }) => !without.has(host)));
}

/** A few of them, at random, of as many resellers as possible. */
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
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
