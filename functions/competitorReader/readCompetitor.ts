import { TooExpensive } from "../../shared/guarded.ts";
import { changeListed, unlessGone } from "../../shared/lists/changeListed.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import { log } from "../../shared/log.ts";
import { type FilledFields, unreadFields } from "../../shared/resources/competitor.ts";
import { Unreadable } from "./openSite.ts";
import type { SiteReading } from "./readFields.ts";

/**
 * Reads a competitor's site and fills the fields that no client has set. A site that can't be read
 * leaves them as they are; throws when trying again later may help.
 */
export async function readCompetitor(
  key: OwnedKey,
  read: (hostname: string) => Promise<SiteReading>,
) {
  const { data: competitor } = await competitors.get(key);
  if (!competitor || !hasOpenFields(competitor)) return;
  const { hostname } = competitor;
  const about = { competitor_uuid: key.uuid, hostname };
  const { fields, pages, unreadable } = await readWithin(read, hostname);
  if (pages > 0) {
    const filled = await fillCompetitor(key, { hostname, read: fields, now: new Date() });
    log("info", "a competitor's site was read", { ...about, pages, filled });
  }
  if (unreadable?.passing) throw new Unreadable(unreadable.reason, { passing: true });
  if (unreadable) {
    log("info", "a competitor's site can't be read", { ...about, reason: unreadable.reason });
  }
}

/** A site that takes too much of a processor would take it again. */
async function readWithin(
  read: (hostname: string) => Promise<SiteReading>,
  hostname: string,
): Promise<SiteReading> {
  try {
    return await read(hostname);
  } catch (error) {
    if (!(error instanceof TooExpensive)) throw error;
    const reason = `too expensive: ${error.message}`;
    return { fields: {}, pages: 0, unreadable: { reason, passing: false } };
  }
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
