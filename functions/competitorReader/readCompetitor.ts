import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import { log } from "../../shared/log.ts";
import { unreadFields } from "../../shared/resources/competitor.ts";
import { extractFields } from "./extractFields.ts";
import { fillCompetitor, findCompetitor } from "./fillCompetitor.ts";
import { Unreadable } from "./openSite.ts";
import { readSite } from "./readSite.ts";

/**
 * Reads a competitor's site and fills the fields that no client has set. A site that can't be read
 * leaves them as they are; throws when trying again later may help.
 */
export async function readCompetitor(key: OwnedKey) {
  const competitor = await findCompetitor(key);
  if (!competitor || !hasOpenFields(competitor)) return;
  const { hostname } = competitor;
  const about = { competitor_uuid: key.uuid, hostname };
  try {
    const { missing, ...site } = await readSite(hostname);
    const fields = extractFields(site, hostname);
    const read = missing ? onlyFound(fields, unreadFields(hostname)) : fields;
    const filled = await fillCompetitor(key, hostname, read);
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
