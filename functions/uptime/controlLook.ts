import { findRosters } from "../../shared/checks/closedRosters.ts";
import { findRosterSites } from "../../shared/checks/rosterSites.ts";
import type { LookAt } from "./probeSite.ts";
import type { ControlHost } from "./votes.ts";

/** So many rosters are asked, for so many websites each. */
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
  const hosts = choose((await findAnswering()).filter(({ host }) => !failing.has(host)));
  const answers = hosts.map(async ({ url }) => {
    // Of 5 seconds, as a second attempt.
    const { answered } = await look(url, "second");
    if (!answered) throw new Error(`${url} does not answer`);
  });
  // Whoever answers first is enough.
  const isAnswered = await Promise.any(answers).then(
    () => true,
    () => false,
  );
  return isAnswered ? [] : hosts;
}

/** Hosts that were up lately: they are in rosters. */
async function findAnswering(): Promise<ControlHost[]> {
  const all = (await findRosters()).flatMap(({ rosters }) => rosters);
  const rosters = inRandomOrder(all).slice(0, ROSTERS);
  const found = await Promise.allSettled(
    rosters.map((roster) => findRosterSites(roster, { limit: SITES_A_ROSTER })),
  );
  const sites = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const errors = found.flatMap((each) => (each.status === "rejected" ? each.reason : []));
  // With nobody to ask, failures would be believed that are ours.
  if (errors.length > 0 && errors.length === found.length) throw errors[0];
  return sites.map(({ reseller_uuid, seat: { url } }) => ({
    reseller: reseller_uuid,
    host: hostOf(url),
    url,
  }));
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
