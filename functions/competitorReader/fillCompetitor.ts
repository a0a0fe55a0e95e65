import type { FilledFields } from "../../shared/competitorFields.ts";
import { Competitor, type CompetitorRecord } from "../../shared/entities/competitor.ts";
import { competitorsOf } from "../../shared/lists/lists.ts";
import { listEntities, replaceInList } from "../../shared/lists/writes.ts";
import { retryOnConflict, transact } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";

/** The client gave the competitor another site while the one it had was being read. */
export class HostnameChanged extends Error {}

export interface CompetitorKey {
  reseller_uuid: string;
  uuid: string;
}

/** A competitor as it is now, or undefined when it is gone. */
export async function findCompetitor(key: CompetitorKey): Promise<CompetitorRecord | undefined> {
  const { data } = await Competitor.get(key).go({ consistent: true });
  return data ?? undefined;
}

/**
 * Gives a competitor, and its copy in the list, what its site says, but for the fields that a
 * client has set. Returns the names of the fields that changed. Throws HostnameChanged when the
 * competitor's site is no longer the one that was read.
 */
export async function fillCompetitor(
  key: CompetitorKey,
  hostname: string,
  read: Partial<FilledFields>,
): Promise<string[]> {
  return await retryOnConflict(async () => {
    const found = await findCompetitor(key);
    if (!found) return [];
    if (found.hostname !== hostname) throw new HostnameChanged("The site has changed");
    const news = Object.entries(read).filter(
      ([field, value]) =>
        !found.client_fields.includes(field) && found[field as keyof FilledFields] !== value,
    );
    if (news.length === 0) return [];
    const changes = {
      ...(Object.fromEntries(news) as Partial<FilledFields>),
      revision: found.revision + 1,
      updated_at: timestamp(),
    };
    await transact({ competitor: Competitor, ...listEntities }, (entities) => [
      entities.competitor
        .patch(key)
        .set(changes)
        .where(({ revision }, { eq }) => eq(revision, found.revision))
        .commit(),
      ...replaceInList(entities, competitorsOf(key.reseller_uuid, found.business_uuid), {
        ...found,
        ...changes,
      }),
    ]);
    return news.map(([field]) => field);
  });
}
