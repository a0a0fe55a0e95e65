import { Business } from "../entities/business.ts";
import { type DownProbe, Website, type WebsiteRecord } from "../entities/website.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { checkOnly, type Write } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { stateOf } from "../vocabulary/websiteState.ts";
import { type Change, changeListed, changesOf, unlessGone } from "./changeListed.ts";
import { type ListedKind, websitesOf } from "./listedKind.ts";

/** @file All that is written to websites, apart from what every listed record has in common. */

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

/** Checks that a website exists. */
export function websiteCheck({ reseller_uuid, uuid }: OwnedKey): Write {
  return checkOnly(Website.remove({ reseller_uuid, uuid }));
}

/** Adds the attributes of a website that has not been probed yet. */
export function newWebsite<Given>(attributes: Given) {
  const website = { ...attributes, is_hostname_up: true, awaits_probe: true };
  return { ...website, state: stateOf(website) };
}

/** Changes the host name of a website, if one is given, and returns the website. Throws RecordNotFound. */
export async function moveWebsite(
  key: OwnedKey,
  changes: { hostname?: string | undefined },
): Promise<WebsiteRecord> {
  return await changeListed(websites, key, (website) => {
    const isMoved = changes.hostname !== undefined && changes.hostname !== website.hostname;
    const other = { ...UNSEEN, awaits_probe: true, certificate: undefined, domain: undefined };
    return { set: isMoved ? { ...changes, ...other } : changes };
  });
}

type WebsiteChanges = Change<WebsiteRecord>["set"];

/**
 * Changes attributes that the service sets itself, as `changeListed` does. `updated_at` stays unless `set` has it,
 * because the website's resource shows few of these attributes. Returns undefined if the website is gone.
 */
export async function changeWebsite(
  key: OwnedKey,
  decide: (website: WebsiteRecord) => Promise<Change<WebsiteRecord> | undefined>,
): Promise<WebsiteRecord | undefined> {
  const changed = changeListed(websites, key, async (website) => {
    const change = await decide(website);
    return change && { ...change, set: { updated_at: website.updated_at, ...change.set } };
  });
  return await unlessGone(changed);
}

/** The writes that set such attributes. They fail if the website has changed since it was read. */
export function websiteWrites(website: WebsiteRecord, set: WebsiteChanges): Write[] {
  return changesOf(websites, website, { updated_at: website.updated_at, ...set }).writes;
}

const NOT_DOWN = {
  ...{ is_hostname_up: true, down_since: undefined },
  ...{ down_cause: undefined, down_probe: undefined },
};

/** The state of a site that nobody has looked at: it counts as up, and stable, until a check finds it otherwise. */
export const UNSEEN = {
  ...{ ...NOT_DOWN, unstable_since: undefined },
  ...{ down_until: undefined, last_downtime: undefined },
};

/** The changes of a website that was waiting for a probe or paused, and has been probed. */
export const PROBED = { awaits_probe: undefined, paused_since: undefined };

/** The changes of a website that went down; `since` as the API shows times. */
export function wentDown(
  downtime: { since: string; cause: string; probe: DownProbe | undefined },
  now: Date,
): WebsiteChanges {
  const { since: down_since, cause: down_cause, probe: down_probe } = downtime;
  return {
    ...{ ...PROBED, is_hostname_up: false, down_since, down_cause, down_probe },
    ...{ down_until: undefined, last_downtime: undefined },
    updated_at: timestamp(now),
  };
}

/** The changes of a website whose downtime has ended. */
export function cameBack(
  { down_cause: cause }: WebsiteRecord,
  { since, until }: { since: string; until: string },
  now: Date,
): WebsiteChanges {
  return {
    ...{ ...PROBED, ...NOT_DOWN, down_until: until },
    last_downtime: { began_at: since, cause },
    updated_at: timestamp(now),
  };
}

/** Records when an immediate check was requested. Fails if another request was faster. */
export function checkAskedWrite(
  { reseller_uuid, uuid, check_asked_at: last }: WebsiteRecord,
  now: string,
): Write {
  return Website.patch({ reseller_uuid, uuid })
    .set({ check_asked_at: now })
    .where(({ check_asked_at }, { eq, notExists }) =>
      last ? eq(check_asked_at, last) : notExists(check_asked_at),
    );
}
