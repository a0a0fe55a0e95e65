import { Business } from "../entities/business.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { type Write, write } from "../platform/table/transact.ts";
import { stateOf } from "../vocabulary/websiteState.ts";
import { changeListed } from "./changeListed.ts";
import { type ListedKind, websitesOf } from "./listedKind.ts";

/** The websites of a business. */
export const websites: ListedKind<WebsiteRecord> = {
  entity: Website,
  get: (key) => Website.get(key).go({ consistent: true }),
  table: "websites",
  list: websitesOf,
  derive: (website) => ({ state: stateOf(website) }),
  countedAs: ({ state }) => state,
  parent: {
    entity: Business,
    key: ({ reseller_uuid, business_uuid = "" }) => ({ reseller_uuid, uuid: business_uuid }),
    counter: "website_sequence",
    passesOn: ["user_uuid"],
  },
};

/** Checks that a website exists; if a host name is given, that it still has this one. */
export function websiteCheck({ reseller_uuid, uuid }: OwnedKey, hostname?: string): Write {
  return write(Website, (entity) =>
    entity
      .check({ reseller_uuid, uuid })
      .where((website, { eq, exists }) =>
        hostname === undefined ? exists(website.uuid) : eq(website.hostname, hostname),
      )
      .commit(),
  );
}

/** Adds the attributes of a website that has not been probed yet. */
export function newWebsite<Given>(attributes: Given) {
  const website = { ...attributes, is_hostname_up: true, awaits_probe: true };
  return { ...website, state: stateOf(website) };
}

/**
 * Changes the host name of a website, if one is given, and returns the website. `check` throws if the
 * website must not change. Throws RecordNotFound.
 */
export async function moveWebsite(
  key: OwnedKey,
  changes: { hostname?: string | undefined },
  check?: (website: WebsiteRecord) => Promise<void>,
): Promise<WebsiteRecord> {
  return await changeListed(websites, key, async (website) => {
    await check?.(website);
    const isMoved = changes.hostname !== undefined && changes.hostname !== website.hostname;
    // Another site counts as up, and stable, until a check finds it otherwise.
    const up = {
      ...{ is_hostname_up: true, awaits_probe: true, unstable_since: undefined },
      ...{ down_since: undefined, down_cause: undefined, down_probe: undefined },
      ...{ down_until: undefined, last_downtime: undefined },
      ...{ certificate: undefined, domain: undefined },
    };
    return { set: isMoved ? { ...changes, ...up } : changes };
  });
}
