import type { ResellerRecord } from "../entities/reseller.ts";
import { optionalEnv } from "../env.ts";
import { describeError, log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import { QUICK_MS, within } from "../table/sendOnce.ts";
import type { RateKind, RatePlace } from "./bookRequests.ts";
import { findKept, readReseller } from "./findReseller.ts";
import { RateCounter } from "./rateCounter.ts";

/** What an operator sets of each kind, where a reseller is to have another limit than the stage's. */
export type RateLimitName = `${RateKind}_per_minute`;

/** The stage's limits of requests a minute; undefined: none. */
const stageLimits: Record<RateLimitName, number | undefined> = {
  reads_per_minute: numberIn("READS_PER_MINUTE"),
  writes_per_minute: numberIn("WRITES_PER_MINUTE"),
};

/** The most counters that a container keeps: two for each reseller. */
const COUNTERS = 1000;
const counters = new Map<string, RateCounter>();

/** How many requests of a kind a reseller may make a minute; undefined: as many as it likes. */
export function rateLimitOf(
  reseller: Partial<ResellerRecord> | undefined,
  kind: RateKind,
): number | undefined {
  return reseller?.[`${kind}_per_minute`] ?? stageLimits[`${kind}_per_minute`];
}

/**
 * Lets a reseller's request, made at that time, through, or not; undefined where it has no limit. `settled` is what was
 * begun meanwhile and has to end before the container stops; it never fails.
 */
export async function takeRequest({ reseller_uuid, kind }: RatePlace, now: number) {
  const { reseller, refreshing } = await knowReseller(reseller_uuid);
  const limit = rateLimitOf(reseller, kind);
  const taken =
    limit === undefined ? undefined : await counterOf(reseller_uuid, kind).take(limit, now);
  return { taken, settled: Promise.all([refreshing, taken?.booking]) };
}

/** A reseller's limits of requests, and how many of the last minute are booked; null: no limit. */
export async function readRates(reseller: ResellerRecord, now: number) {
  const readKind = async (kind: RateKind) => {
    const max = rateLimitOf(reseller, kind);
    if (max === undefined) return null;
    return { count: await counterOf(reseller.uuid, kind).look(now), max };
  };
  const [reads_per_minute, writes_per_minute] = await Promise.all([
    readKind("reads"),
    readKind("writes"),
  ]);
  return { reads_per_minute, writes_per_minute };
}

/**
 * What is known of the reseller; what is older than 10 seconds is read anew, for the next request.
 * Nothing is known where the table does not answer at once: then the stage's limits hold.
 */
async function knowReseller(uuid: string) {
  const { reseller, isFresh } = findKept(uuid);
  if (reseller && isFresh) return { reseller, refreshing: undefined };
  const reading = within(QUICK_MS, () => readReseller(uuid)).catch((error) => {
    putMetrics({ UnreadLimits: 1 });
    log("warn", "the limits of a reseller could not be read", describeError(error));
    return undefined;
  });
  if (reseller) return { reseller, refreshing: reading };
  return { reseller: await reading, refreshing: undefined };
}

function counterOf(reseller_uuid: string, kind: RateKind): RateCounter {
  const name = `${reseller_uuid} ${kind}`;
  const known = counters.get(name);
  if (known) return known;
  if (counters.size >= COUNTERS) counters.clear();
  const counter = new RateCounter({ reseller_uuid, kind });
  counters.set(name, counter);
  return counter;
}

function numberIn(variable: string): number | undefined {
  const value = optionalEnv(variable);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw new Error(`${variable} must be a whole number`);
  return Number(value);
}
