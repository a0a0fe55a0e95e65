import { Check, type Seat } from "../entities/check.ts";

/** A website in a roster, with what a round of it has to know. */
export interface RosterSite {
  reseller_uuid: string;
  uuid: string;
  due_at: string;
  seat: Seat;
}

/**
 * The websites in a roster, all of them or so many. By an index, which shows a change within about a
 * second.
 */
export async function findRosterSites(
  roster: number,
  { limit }: { limit?: number } = {},
): Promise<RosterSite[]> {
  const query = Check.query.due({ kind: "uptime", shard: roster });
  const { data } = await query.go({
    attributes: ["reseller_uuid", "uuid", "due_at", "seat"],
    ...(limit === undefined ? { pages: "all" } : { limit }),
  });
  return data.flatMap(({ seat, ...site }) => (seat ? { ...site, seat } : []));
}
