import type { WebsiteRecord } from "../entities/website.ts";
import { ValidationFailed } from "../platform/errors.ts";
import type { Slice } from "../platform/table/bitmap.ts";
import { countStates, type WebsiteState, websiteStates } from "../vocabulary/websiteState.ts";
import { businessesOf, type List, websitesOf } from "./listedKind.ts";
import { type Page, readPage } from "./readPage.ts";
import { pagesIn } from "./walk.ts";
import { websites } from "./websites.ts";

/** A customer: a user with all businesses, or one business, which must be the user's if both are named. */
export interface Customer {
  reseller_uuid: string;
  user_uuid?: string | undefined;
  business_uuid?: string | undefined;
}

/** How many businesses of a user, and websites in them, are read for a page of some of them. */
const MOST_BUSINESSES = 100;
const MOST_WEBSITES = 1000;
const LISTS_AT_ONCE = 10;

/**
 * Reads a page of a customer's websites, oldest first, with consistent reads: of a business in two
 * requests, of a user as `readWebsitesOf` does.
 */
export async function readCustomerPage(
  customer: Customer,
  slice: Slice,
): Promise<Page<WebsiteRecord>> {
  const { reseller_uuid, user_uuid, business_uuid } = customer;
  if (business_uuid !== undefined && user_uuid === undefined) {
    return await readPage(websites, { reseller_uuid, business_uuid }, slice);
  }
  const records = await readWebsitesOf(customer);
  return {
    total: records.length,
    records: records.slice(slice.offset, slice.offset + slice.limit),
  };
}

/**
 * Reads all websites of a customer, oldest first, in one request for each business. Throws ValidationFailed
 * if a user has too many businesses or websites for that.
 */
export async function readWebsitesOf(customer: Customer): Promise<WebsiteRecord[]> {
  const most = customer.user_uuid === undefined ? Number.POSITIVE_INFINITY : MOST_WEBSITES;
  const businesses = await businessesOfCustomer(customer);
  const records = (await readWebsitesOfEach(customer.reseller_uuid, businesses, most)).flat();
  if (records.length > most) throw tooMany(`${MOST_WEBSITES} websites`);
  return records.toSorted((one, other) => (one.uuid < other.uuid ? -1 : 1));
}

async function businessesOfCustomer(customer: Customer): Promise<string[]> {
  const { reseller_uuid, user_uuid, business_uuid } = customer;
  if (user_uuid === undefined) return business_uuid === undefined ? [] : [business_uuid];
  const businesses = await readList<{ uuid: string }>(
    businessesOf({ reseller_uuid, user_uuid }),
    MOST_BUSINESSES,
  );
  if (businesses.length > MOST_BUSINESSES) throw tooMany(`${MOST_BUSINESSES} businesses`);
  const uuids = businesses.map(({ uuid }) => uuid);
  return business_uuid === undefined ? uuids : uuids.filter((uuid) => uuid === business_uuid);
}

/**
 * The websites of each of these businesses, as their lists have them, with a query for each business. Ends early once
 * there are more than `most`.
 */
export async function readWebsitesOfEach(
  reseller_uuid: string,
  businesses: string[],
  most = Number.POSITIVE_INFINITY,
): Promise<WebsiteRecord[][]> {
  const lists: WebsiteRecord[][] = [];
  for (let at = 0; at < businesses.length && lists.flat().length <= most; at += LISTS_AT_ONCE) {
    const read = businesses
      .slice(at, at + LISTS_AT_ONCE)
      .map((business_uuid) =>
        readList<WebsiteRecord>(websitesOf({ reseller_uuid, business_uuid }), most),
      );
    lists.push(...(await Promise.all(read)));
  }
  return lists;
}

/** The copies in a list, oldest first; of a longer list, more than `most`. */
async function readList<Copy>(list: List, most: number): Promise<Copy[]> {
  const copies: Copy[] = [];
  for await (const page of pagesIn<Copy>(list, { atOnce: most + 1 })) {
    copies.push(...page);
    if (copies.length > most) break;
  }
  return copies;
}

function tooMany(most: string): ValidationFailed {
  return new ValidationFailed({ userUuid: { max: `The user has more than ${most}` } });
}

/** The websites of a customer. */
export interface CustomerView {
  websites_count: number;
  website_counts: Record<WebsiteState, number>;
  /** The worst first. */
  records: WebsiteRecord[];
}

/** Reads a customer's websites, of which `most` are shown. A user with more than 1,000 is refused with ValidationFailed. */
export async function readCustomer(customer: Customer, most: number): Promise<CustomerView> {
  const all = await readWebsitesOf(customer);
  const rankOf = ({ state }: WebsiteRecord) => websiteStates.indexOf(state);
  const records = all.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, most);
  return { websites_count: all.length, website_counts: countStates(all), records };
}
