import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import { log } from "../../shared/log.ts";
import { type FilledFields, unreadFields } from "../../shared/resources/competitor.ts";
import type { Clock } from "../../shared/time.ts";
import { extractFields } from "./extractFields.ts";
import { Unreadable } from "./openSite.ts";
import { readSite } from "./readSite.ts";

/**
 * Reads a competitor's site and fills the fields that no client has set. A site that can't be read
 * leaves them as they are; throws when trying again later may help.
 */
export async function readCompetitor(key: OwnedKey, clock: Clock) {
  const { data: competitor } = await competitors.get(key);
  if (!competitor || !hasOpenFields(competitor)) return;
  const { hostname } = competitor;
  const about = { competitor_uuid: key.uuid, hostname };
  try {
    const { missing, ...site } = await readSite(hostname, clock);
    const fields = extractFields(site, hostname);
    const read = missing ? onlyFound(fields, unreadFields(hostname)) : fields;
    const filled = await fillCompetitor(key, { hostname, read, now: new Date(clock.now()) });
    log("info", "a competitor's site was read", { ...about, pages: site.pages.length, filled });
    if (missing) throw missing;
  } catch (error) {
    if (!(error instanceof Unreadable) || error.passing) throw error;
    log("info", "a competitor's site can't be read", { ...about, reason: error.message });
  }
}

function hasOpenFields({ hostname, client_fields }: { hostname: string; client_fields: string[] }) {
  return Object.keys(unreadFields(hostname)).some((field) => !client_fields.includes(field));
}

/** As long as a page is missing, what was not found may be on it, and says nothing. */
function onlyFound<Fields extends object>(fields: Fields, unread: Fields): Partial<Fields> {
  const found = Object.entries(fields).filter(
    ([field, value]) => value !== unread[field as keyof Fields],
  );
  return Object.fromEntries(found) as Partial<Fields>;
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
    const changed = Object.entries(read).filter(
      ([field, value]) =>
        !found.client_fields.includes(field) && found[field as keyof FilledFields] !== value,
    );
    news = Object.fromEntries(changed);
    if (Object.keys(news).length === 0) return undefined;
    return { set: { ...news, enriched_at: now.toISOString() } };
  });
  return (await unlessGone(filled)) ? Object.keys(news) : [];
}
