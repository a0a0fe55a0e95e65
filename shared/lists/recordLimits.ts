import type { ResellerRecord } from "../entities/reseller.ts";
import { ValidationFailed } from "../platform/errors.ts";
import { type Counts, websitesIn } from "./account.ts";
import type { List } from "./listedKind.ts";
import { countRecords } from "./stripes.ts";

/** How many records a reseller may have unless an operator has set another number, and whose records these are. */
const limits = {
  max_users: [100_000, "An account", "users"],
  max_businesses: [100_000, "An account", "businesses"],
  max_websites: [100_000, "An account", "websites"],
  max_websites_per_business: [1_000, "A business", "websites"],
  max_competitors_per_business: [1_000, "A business", "competitors"],
  max_webhooks: [20, "An account", "webhooks"],
  /** A status page and some reports of each customer. */
  max_shares: [1_000_000, "An account", "shares"],
  max_prospects_per_day: [100, "An account", "new prospects a day"],
} as const satisfies Partial<Record<keyof ResellerRecord, readonly [number, string, string]>>;

/** The highest limit of each kind of record in a sandbox. */
const SANDBOX_LIMIT = 100;

export type LimitName = keyof typeof limits;

export const limitNames = Object.keys(limits) as LimitName[];

/** How many records a reseller may have. */
export function mostOf(
  reseller: Pick<ResellerRecord, LimitName | "sandbox_of">,
  name: LimitName,
): number {
  const { [name]: own = limits[name][0], sandbox_of } = reseller;
  const isSandbox = sandbox_of !== undefined && reseller[name] === undefined;
  return isSandbox ? Math.min(own, SANDBOX_LIMIT) : own;
}

/** How many records a list may have, and the error of one record more. */
export interface Limit {
  most: number;
  exceeded: Error;
}

/** A limit of a reseller. Its error names this field. */
export function limitOf(reseller: ResellerRecord, name: LimitName, field: string): Limit {
  const most = mostOf(reseller, name);
  const [, owner, records] = limits[name];
  const max = `${owner} can have at most ${most} ${records}`;
  return { most, exceeded: new ValidationFailed({ [field]: { max } }) };
}

/**
 * Throws ValidationFailed if a reseller has reached its limit of businesses or websites, each with the field that its
 * error names. Records that are created at the same moment may exceed the limit.
 */
export function assertRoom(
  reseller: ResellerRecord,
  counts: Counts,
  fields: { max_businesses?: string; max_websites?: string },
) {
  const reached = { max_businesses: counts.businesses, max_websites: websitesIn(counts) };
  for (const name of ["max_businesses", "max_websites"] as const) {
    const field = fields[name];
    if (field === undefined) continue;
    const { most, exceeded } = limitOf(reseller, name, field);
    if (reached[name] >= most) throw exceeded;
  }
}

/**
 * Throws the limit's error if a list is full. Nothing is read while fewer numbers were taken in it than the limit.
 * Records that are created at the same moment may exceed the limit.
 */
export async function assertRoomInList(list: List, sequence: number, { most, exceeded }: Limit) {
  if (sequence < most) return;
  if ((await countRecords(list)) >= most) throw exceeded;
}
