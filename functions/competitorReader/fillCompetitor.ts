import { Competitor, type CompetitorRecord } from "../../shared/entities/competitor.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import type { FilledFields } from "../../shared/resources/competitor.ts";

/** The client gave the competitor another site while the one it had was being read. */
export class HostnameChanged extends Error {}

/** A competitor as it is now, or undefined when it is gone. */
export async function findCompetitor(key: OwnedKey): Promise<CompetitorRecord | undefined> {
  const { data } = await Competitor.get(key).go({ consistent: true });
  return data ?? undefined;
}

/**
 * Gives a competitor, and its copy in the list, what its site says, but for the fields that a
 * client has set. Returns the names of the fields that changed. Throws HostnameChanged when the
 * competitor's site is no longer the one that was read.
 */
export async function fillCompetitor(
  key: OwnedKey,
  hostname: string,
  read: Partial<FilledFields>,
): Promise<string[]> {
  let news: Partial<FilledFields> = {};
  const filled = changeListed(competitors, key, (found) => {
    if (found.hostname !== hostname) throw new HostnameChanged("The site has changed");
    const changed = Object.entries(read).filter(
      ([field, value]) =>
        !found.client_fields.includes(field) && found[field as keyof FilledFields] !== value,
    );
    news = Object.fromEntries(changed);
    return { set: news };
  });
  return (await unlessGone(filled)) ? Object.keys(news) : [];
}
