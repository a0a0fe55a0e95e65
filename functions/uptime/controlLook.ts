import { findRosters } from "../../shared/checks/closedRosters.ts";
import { findRosterSites } from "../../shared/checks/rosterSites.ts";
import { accountOf } from "../../shared/sandbox.ts";
import { anyAnswers, type LookAt } from "./probeSite.ts";
import type { ControlHost } from "./votes.ts";

/** So many rosters are asked, unless told, for so many websites each. */
const ROSTERS = 12;
const SITES_A_ROSTER = 25;
const HOSTS = 5;

/**
 * Asks a few hosts that answered lately, without these, which fail just now. Returns those asked
 * where none has answered; nothing where one did, or where there is none to ask.
 */
export async function lookElsewhere(
  failing: ReadonlySet<string>,
  look: LookAt,
): Promise<ControlHost[]> {
  const hosts = await findControlHosts(failing);
  const urls = hosts.map(({ url }) => url);
  return (await anyAnswers(urls, look)) ? [] : hosts;
}

/** A few hosts that answered lately, without these: they are in rosters. */
export async function findControlHosts(
  without: ReadonlySet<string>,
  { rosters: most = ROSTERS } = {},
): Promise<ControlHost[]> {
  const all = (await findRosters()).flatMap(({ rosters }) => rosters);
  const found = await Promise.allSettled(
    inRandomOrder(all)
      .slice(0, most)
      .map((roster) => findRosterSites(roster, { limit: SITES_A_ROSTER })),
  );
  const sites = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const errors = found.flatMap((each) => (each.status === "rejected" ? each.reason : []));
  // With nobody to ask, failures would be believed that are ours.
  if (errors.length > 0 && errors.length === found.length) throw errors[0];
  const hosts = sites.map(({ reseller_uuid, seat: { url } }) => ({
    reseller: accountOf(reseller_uuid),
    host: hostOf(url),
    url,
  }));
  return choose(hosts.filter(({ host }) => !without.has(host)));
}

/** A few of them, at random, of as many resellers as there are. */
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

/** The host of a URL, with its port: what a vote goes by. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
