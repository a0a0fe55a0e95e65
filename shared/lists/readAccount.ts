import { Business, type BusinessRecord } from "../entities/business.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import { batchGet, lookup } from "../table/batch.ts";
import { queryIndex } from "../table/queryIndex.ts";
import type { WebsiteState } from "../websiteState.ts";

/** A page of a list with a cursor: at most `limit` records after the one at `after`. */
export interface CursorSlice {
  after?: string | undefined;
  limit: number;
}

/** The records of a page, and the cursor of the next one, if there is one. */
export interface CursorPage<Listed> {
  records: Listed[];
  next: string | undefined;
}

/** How many businesses are read at once for all of a reseller. */
const BUSINESSES_AT_ONCE = 100;

/** A page of uuids, and the last one if there are more. */
interface UuidPage {
  page: string[];
  next: string | undefined;
}

/** The businesses of a reseller, oldest first. The index may miss what was added within the last second. */
export async function findAccountBusinesses(
  reseller_uuid: string,
  { after = "", limit }: CursorSlice,
): Promise<UuidPage> {
  const partition = `reseller#${reseller_uuid}#businesses`;
  return cut(await findPlaces(partition, { after, limit: limit + 1 }), { limit });
}

/** All of them, in pages. */
export async function* allBusinesses(reseller_uuid: string): AsyncGenerator<string[]> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const { page, next } = await findAccountBusinesses(reseller_uuid, {
      ...{ after, limit: BUSINESSES_AT_ONCE },
    });
    yield page;
    after = next;
  }
}

/** Which websites of a reseller are listed, in which order; cursors are `state#uuid`. */
interface Listing extends CursorSlice {
  states: readonly WebsiteState[];
  /** By state, in the order of `states`; without it, oldest first. */
  isByState: boolean;
}

/**
 * A page of a reseller's websites in these states. The index may miss a change of the last second: a website that has
 * another state by now is left out of the page.
 */
export async function readAccountWebsites(
  reseller_uuid: string,
  { states, isByState, after, limit }: Listing,
): Promise<CursorPage<WebsiteRecord>> {
  const partition = `reseller#${reseller_uuid}#websites`;
  const findIn = (state: WebsiteState, { limit, uuid }: { limit: number; uuid?: string }) => {
    const place = uuid === undefined ? undefined : `${state}#${uuid}`;
    return findPlaces(partition, { prefix: `${state}#`, after: place, limit });
  };
  const [reached, uuid] = after?.split("#") ?? [];
  const places: string[] = [];
  if (isByState) {
    const from = Math.max(0, states.indexOf(reached as WebsiteState));
    for (const state of states.slice(from)) {
      const missing = limit + 1 - places.length;
      if (missing === 0) break;
      const begun = state === reached && uuid !== undefined ? { uuid } : {};
      places.push(...(await findIn(state, { limit: missing, ...begun })));
    }
  } else {
    const begun = uuid === undefined ? {} : { uuid };
    const found = states.map((state) => findIn(state, { limit: limit + 1, ...begun }));
    places.push(
      ...(await Promise.all(found))
        .flat()
        .toSorted(byUuid)
        .slice(0, limit + 1),
    );
  }
  const page = places.slice(0, limit);
  const records = await readWebsites(reseller_uuid, page.map(uuidOf));
  return {
    records: records.filter(({ state }) => states.includes(state)),
    next: places.length > limit ? page.at(-1) : undefined,
  };
}

/** These websites of a reseller, without those that are gone. */
export async function readWebsites(
  reseller_uuid: string,
  uuids: string[],
): Promise<WebsiteRecord[]> {
  const keys = uuids.map((uuid) => lookup<WebsiteRecord>(Website, { reseller_uuid, uuid }));
  return (await batchGet(...keys)).filter((website) => website !== undefined);
}

/** These businesses of a reseller, without those that are gone. */
export async function readBusinesses(
  reseller_uuid: string,
  uuids: string[],
): Promise<BusinessRecord[]> {
  const keys = uuids.map((uuid) => lookup<BusinessRecord>(Business, { reseller_uuid, uuid }));
  return (await batchGet(...keys)).filter((business) => business !== undefined);
}

/** Cuts a page out of uuids: the oldest ones after `after`, and the cursor of the next page, if there is one. */
export function cut(uuids: string[], { after = "", limit }: CursorSlice): UuidPage {
  const rest = uuids.filter((uuid) => uuid > after).toSorted();
  const page = rest.slice(0, limit);
  return { page, next: rest.length > limit ? page.at(-1) : undefined };
}

/** The first sort keys of a partition of the index, after one of them. */
async function findPlaces(
  partition: string,
  { prefix = "", after = prefix, limit }: { prefix?: string; after?: string; limit: number },
): Promise<string[]> {
  const between = [after || "0", `${prefix}~`] as const;
  // The place to begin after is found as well.
  const pages = queryIndex({ index: "gsi1", partition, between }, { Limit: limit + 1 });
  const { value } = await pages.next();
  const items: Record<string, unknown>[] = value?.Items ?? [];
  const places = items.map((item) => String(item["gsi1sk"]));
  return places.filter((place) => place !== after).slice(0, limit);
}

function uuidOf(place: string): string {
  return place.slice(place.lastIndexOf("#") + 1);
}

function byUuid(one: string, other: string): number {
  return uuidOf(one) < uuidOf(other) ? -1 : 1;
}
