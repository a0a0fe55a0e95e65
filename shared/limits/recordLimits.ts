import type { ResellerRecord } from "../entities/reseller.ts";
import { ValidationFailed } from "../errors.ts";

/** How many records a reseller may have, unless an operator has set another number. */
export const defaultLimits = {
  max_users: 100_000,
  max_businesses: 100_000,
  max_websites: 100_000,
  max_websites_per_business: 1_000,
  max_websites_per_host: 200,
  max_competitors_per_business: 1_000,
  max_webhooks: 20,
} as const satisfies Partial<Record<keyof ResellerRecord, number>>;

/** The highest limit of each kind of record in a sandbox. */
const SANDBOX_LIMIT = 100;

export type LimitName = keyof typeof defaultLimits;

export const limitNames = Object.keys(defaultLimits) as LimitName[];

/** What each limit counts, for the text of its rule. */
const COUNTED: Record<LimitName, string> = {
  max_users: "users",
  max_businesses: "businesses",
  max_websites: "websites",
  max_websites_per_business: "websites of a business",
  max_websites_per_host: "websites of one host name",
  max_competitors_per_business: "competitors of a business",
  max_webhooks: "webhooks",
};

/** The attributes that count a reseller's records of a kind (`functions/changes/counts.ts`). */
const COUNTS = { max_businesses: "business_count", max_websites: "website_count" } as const;

/** How many records a reseller may have. */
export function mostOf(reseller: ResellerRecord, name: LimitName): number {
  const { [name]: own = defaultLimits[name], sandbox_of } = reseller;
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
  const max = `There can be ${most} ${COUNTED[name]} at most`;
  return { most, exceeded: new ValidationFailed({ [field]: { max } }) };
}

/**
 * Throws ValidationFailed if a reseller has reached its limit of businesses or websites. Records of
 * the last seconds may not be counted yet.
 */
export function assertRoom(reseller: ResellerRecord, name: keyof typeof COUNTS, field: string) {
  const { most, exceeded } = limitOf(reseller, name, field);
  if ((reseller[COUNTS[name]] ?? 0) >= most) throw exceeded;
}
