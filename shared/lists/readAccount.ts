import { Business, type BusinessRecord } from "../entities/business.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import { findEach } from "../platform/table/batch.ts";
import { findKeys, textOf, uuidOf } from "../platform/table/queryIndex.ts";
import type { WebsiteState } from "../vocabulary/websiteState.ts";

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

/** A reseller's businesses, or those on a plan. */
interface BusinessScope {
  reseller_uuid: string;
  plan_uuid?: string | undefined;
}

/** The uuids of businesses, oldest first. The index may miss what was added within the last second. */
export async function findBusinesses(
  { reseller_uuid, plan_uuid }: BusinessScope,
  { after = "", limit }: CursorSlice,
): Promise<UuidPage> {
  const own = `reseller#${reseller_uuid}`;
  const stretch =
    plan_uuid === undefined
      ? ({ index: "gsi2", partition: `${own}#businesses` } as const)
      : ({ index: "gsi1", partition: `${own}#plan#${plan_uuid}` } as const);
  const between = [after || "0", "~"] as const;
  const uuids = await findKeys({ ...stretch, between }, { after, limit: limit + 1 });
  const page = uuids.slice(0, limit);
  return { page, next: uuids.length > limit ? page.at(-1) : undefined };
}

/** All of them, in pages, after one of them. */
export async function* allBusinesses(
  scope: BusinessScope,
  begin?: string,
): AsyncGenerator<string[]> {
  let after = begin;
  do {
    const { page, next } = await findBusinesses(scope, { after, limit: BUSINESSES_AT_ONCE });
    yield page;
    after = next;
  } while (after !== undefined);
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
  const stretch = { index: "gsi2", partition: `reseller#${reseller_uuid}#websites` } as const;
  const reached = after && textOf(after);
  const uuid = after ? uuidOf(after) : "";
  // By state, those before the cursor's are over, and those after it begin.
  const first = isByState ? Math.max(0, states.indexOf(reached as WebsiteState)) : 0;
  const pages = states.slice(first).map((state) => {
    const after = `${state}#${isByState && state !== reached ? "" : uuid}`;
    const between = [after, `${state}#~`] as const;
    return findKeys({ ...stretch, between }, { after, limit: limit + 1 });
  });
  const places = (await Promise.all(pages)).flat();
  if (!isByState) places.sort((one, other) => (uuidOf(one) < uuidOf(other) ? -1 : 1));
  const page = places.slice(0, limit);
  // A website whose state has just changed may be found in both.
  const records = await readWebsites(reseller_uuid, [...new Set(page.map(uuidOf))]);
  return {
    records: records.filter(({ state }) => states.includes(state)),
    next: places.length > limit ? page.at(-1) : undefined,
  };
}

/** These websites of a reseller, without those that are gone; they may be as old as the index. */
export async function readWebsites(
  reseller_uuid: string,
  uuids: string[],
): Promise<WebsiteRecord[]> {
  const keys = uuids.map((uuid) => ({ reseller_uuid, uuid }));
  return await findEach<WebsiteRecord>(Website, keys);
}

/** The same for businesses. */
export async function readBusinesses(
  reseller_uuid: string,
  uuids: string[],
): Promise<BusinessRecord[]> {
  const keys = uuids.map((uuid) => ({ reseller_uuid, uuid }));
  return await findEach<BusinessRecord>(Business, keys);
}
