import type { ResellerRecord } from "../entities/reseller.ts";
import { optionalCount } from "../platform/env.ts";
import { TooManyRequests } from "../platform/errors.ts";
import { type RateBudget, type RateDecision, type RateKind, RateLimiter } from "./rateLimiter.ts";
import { findReseller } from "./resellers.ts";

/** The attributes of a reseller that hold its own limits. */
type RateLimitName = `${RateKind}_per_minute`;
type OwnLimits = { [Name in RateLimitName]?: number | undefined };

/** The stage's limits; undefined: no limit. */
const stageLimits: Record<RateLimitName, number | undefined> = {
  reads_per_minute: optionalCount("READS_PER_MINUTE"),
  writes_per_minute: optionalCount("WRITES_PER_MINUTE"),
  deliveries_per_minute: optionalCount("DELIVERIES_PER_MINUTE"),
};

/** Maximum number of limiters that a process keeps; a reseller has two. */
const MAX_LIMITERS = 1000;
const limiters = new Map<string, RateLimiter>();

/** What a reseller's requests of a kind may cost a minute; undefined: no limit. */
export function rateLimitOf(own: OwnLimits | undefined, kind: RateKind): number | undefined {
  return own?.[`${kind}_per_minute`] ?? stageLimits[`${kind}_per_minute`];
}

/** A reseller's limit of a kind per minute, at most 10 seconds old; undefined: no limit. */
export async function ownRateLimit(reseller_uuid: string, kind: RateKind) {
  return rateLimitOf(await findReseller(reseller_uuid), kind);
}

/** Decides on a reseller's request. Without a limit it is infinite: the request is only counted. */
export async function take(
  { reseller_uuid, kind }: RateBudget,
  { cost, now }: { cost: number; now: number },
): Promise<RateDecision> {
  const limit = await ownRateLimit(reseller_uuid, kind);
  return await limiterOf(reseller_uuid, kind).take(limit ?? Number.POSITIVE_INFINITY, cost, now);
}

/** A reseller's limits, and what its requests of the last minute cost; null: no limit. */
export async function readRates(reseller: ResellerRecord, now: number) {
  const readKind = async (kind: RateKind) => {
    const max = rateLimitOf(reseller, kind);
    return max === undefined
      ? null
      : { count: await limiterOf(reseller.uuid, kind).read(now), max };
  };
  const [reads_per_minute, writes_per_minute, deliveries_per_minute] = await Promise.all([
    readKind("reads"),
    readKind("writes"),
    readKind("deliveries"),
  ]);
  return { reads_per_minute, writes_per_minute, deliveries_per_minute };
}

function limiterOf(reseller_uuid: string, kind: RateKind): RateLimiter {
  const name = `${reseller_uuid} ${kind}`;
  const present = limiters.get(name);
  if (present) return present;
  if (limiters.size >= MAX_LIMITERS) limiters.clear();
  const limiter = new RateLimiter({ reseller_uuid, kind });
  limiters.set(name, limiter);
  return limiter;
}

/** Throws TooManyRequests with `text` if `last`, the time of the last request, is less than `seconds` ago. */
export function assertPauseOver(last: string | undefined, seconds: number, text: string) {
  const remaining = last ? seconds - (Date.now() - Date.parse(last)) / 1000 : 0;
  if (remaining > 0) throw new TooManyRequests(text, remaining);
}
