import { addressOf } from "../../../shared/fields/siteUrl.ts";
import { changeListed, unlessGone } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { log } from "../../../shared/log.ts";
import { type FilledFields, unreadFields } from "../../../shared/resources/competitor.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { Unreadable } from "./openSite.ts";
import type { SiteReading } from "./readFields.ts";

/** What a site says of its owner; undefined while somebody else reads its host. */
export type Reading = (hostname: string) => Promise<SiteReading | undefined>;

/**
 * Fills the fields of a competitor that no client has set with what its site says. A site that can't
 * be read leaves them as they are, but for what another site said, which the competitor had before;
 * throws when trying again later may help. False: its host is being read, and it has to wait.
 */
export async function readCompetitor(key: OwnedKey, read: Reading): Promise<boolean> {
  const { data: competitor } = await competitors.get(key);
  if (!competitor || !hasOpenFields(competitor)) return true;
  const { hostname } = competitor;
  const about = { competitor_uuid: key.uuid, hostname };
  const reading = await read(hostname);
  if (!reading) return false;
  const { fields, pages, unreadable } = reading;
  const filled = await fillCompetitor(key, { hostname, read: fields, now: new Date() });
  if (pages > 0) log("info", "a competitor's site was read", { ...about, pages, filled });
  if (unreadable?.passing) throw new Unreadable(unreadable.reason, { passing: true });
  if (unreadable) {
    log("info", "a competitor's site can't be read", { ...about, reason: unreadable.reason });
  }
  return true;
}

function hasOpenFields({ hostname, client_fields }: { hostname: string; client_fields: string[] }) {
  return Object.keys(unreadFields(hostname)).some((field) => !client_fields.includes(field));
}

/** The client gave the competitor another site while the one it had was being read. */
export class HostnameChanged extends Error {}

/**
 * Gives a competitor, and its copy in the list, what its site says, but for the fields that a
 * client has set. Returns the names of the fields that changed. Throws HostnameChanged when the
 * competitor's site is no longer the one that was read.
 */
async function fillCompetitor(
  key: OwnedKey,
  { hostname, read, now }: { hostname: string; read: Partial<FilledFields>; now: Date },
): Promise<string[]> {
  let news: Partial<FilledFields> = {};
  const filled = changeListed(competitors, key, (found) => {
    if (found.hostname !== hostname) throw new HostnameChanged("The site has changed");
    const filled_from = addressOf(hostname);
    const known = found.filled_from === filled_from ? {} : unreadFields(hostname);
    const changed = Object.entries({ ...known, ...read }).filter(
      ([field, value]) =>
        !found.client_fields.includes(field) && found[field as keyof FilledFields] !== value,
    );
    news = Object.fromEntries(changed);
    if (Object.keys(news).length === 0) return undefined;
    return { set: { ...news, filled_from, enriched_at: now.toISOString() } };
  });
  return (await unlessGone(filled)) ? Object.keys(news) : [];
}
