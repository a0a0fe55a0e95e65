import type { Budget, RateKind } from "../entities/rateUse.ts";
import { isClosed, Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { optionalCount } from "../env.ts";
import { describeError, log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import { QUICK_MS, within } from "../table/wire.ts";
import type { Usage } from "./prices.ts";
import { RateCounter } from "./rateCounter.ts";
import type { RateDecision } from "./rateDecision.ts";
import { weightOf, weightOfEvents } from "./weight.ts";

/** The attributes of a reseller that hold its own limits. */
type RateLimitName = `${RateKind}_per_minute`;
type OwnLimits = { [Name in RateLimitName | "webhook_count"]?: number | undefined };

/** The stage's limits in requests a minute; undefined: no limit. */
const stageLimits: Record<RateLimitName, number | undefined> = {
  reads_per_minute: optionalCount("READS_PER_MINUTE"),
  writes_per_minute: optionalCount("WRITES_PER_MINUTE"),
  deliveries_per_minute: optionalCount("DELIVERIES_PER_MINUTE"),
};

/** How long a container remembers a reseller's own limits. */
const KEPT_MS = 10_000;
/** How long limits are not read again after the table did not answer. */
const PAUSE_MS = 1000;
const KEPT_RESELLERS = 1000;
/** What is known of a reseller: its own limits, and whether it is closed or gone. */
type Own = OwnLimits & { is_closed?: boolean };
const kept = new Map<string, { own: Own; until: number }>();

/** Maximum number of counters that a container keeps; a reseller has three at most. */
const COUNTERS = 1000;
const counters = new Map<string, RateCounter>();

/** How many requests of a kind a reseller may make a minute; undefined: no limit. */
export function rateLimitOf(own: OwnLimits | undefined, kind: RateKind): number | undefined {
  return own?.[`${kind}_per_minute`] ?? stageLimits[`${kind}_per_minute`];
}

/**
 * Whether a reseller exists and is not closed, as known at most 10 seconds ago. Its keys stay, and are accepted
 * again if it is reopened.
 */
export async function isServed(reseller_uuid: string): Promise<boolean> {
  return (await knowOwnLimits(reseller_uuid)).is_closed !== true;
}

/** The decision on a reseller's request at `now`. Without a limit it is infinite: the request is only counted. */
export async function take({ reseller_uuid, kind }: Budget, now: number): Promise<RateDecision> {
  const limit = rateLimitOf(await knowOwnLimits(reseller_uuid), kind);
  return await counterOf(reseller_uuid, kind).take(limit ?? Number.POSITIVE_INFINITY, now);
}

/** What is left of a budget, without taking anything; undefined without a limit. */
export async function lookAt(
  { reseller_uuid, kind }: Budget,
  now: number,
): Promise<RateDecision | undefined> {
  const limit = rateLimitOf(await knowOwnLimits(reseller_uuid), kind);
  return limit === undefined ? undefined : counterOf(reseller_uuid, kind).look(limit, now);
}

/** Charges what an allowed request cost beyond weight 1. */
export async function addWeight(
  place: Budget,
  { usage, method, now, taken }: { usage: Usage; method: string; now: number; taken: number },
) {
  const own = await knowOwnLimits(place.reseller_uuid);
  const { kind } = place;
  const weight = weightOf(usage, { kind, method, webhooks: own.webhook_count ?? 0 });
  await settle(place, { weight, now, taken });
}

/** Charges events that no request of a reseller made, each for all its webhooks, to its writes. */
export async function chargeEvents(reseller_uuid: string, count: number, now: number) {
  const { webhook_count = 0 } = await knowOwnLimits(reseller_uuid);
  const weight = weightOfEvents(count * webhook_count);
  if (weight > 0) await settle({ reseller_uuid, kind: "writes" }, { weight, now, taken: 0 });
}

/** Charges the difference between the final weight of work that is done and what was charged before. */
export async function settle(
  { reseller_uuid, kind }: Budget,
  { weight, ...given }: { weight: number; now: number; taken: number },
) {
  const limit = rateLimitOf(await knowOwnLimits(reseller_uuid), kind);
  if (limit !== undefined) await counterOf(reseller_uuid, kind).add(weight, { limit, ...given });
}

/** A reseller's limit of a kind per minute, at most 10 seconds old; undefined: no limit. */
export async function ownRateLimit(reseller_uuid: string, kind: RateKind) {
  return rateLimitOf(await knowOwnLimits(reseller_uuid), kind);
}

/** A reseller's limits, how many requests of the last minute count, and what is free today; null: no limit. */
export async function readRates(reseller: ResellerRecord, now: number) {
  const readKind = async (kind: RateKind) => {
    const max = rateLimitOf(reseller, kind);
    if (max === undefined) return null;
    const { count, free } = await counterOf(reseller.uuid, kind).read(max, now);
    return { count, max, free_today: free };
  };
  const [reads_per_minute, writes_per_minute] = await Promise.all([
    readKind("reads"),
    readKind("writes"),
  ]);
  return { reads_per_minute, writes_per_minute };
}

/**
 * A reseller's own limits, at most 10 seconds old. If the table does not answer quickly, the last known
 * limits hold, otherwise the stage's.
 */
async function knowOwnLimits(uuid: string): Promise<Own> {
  const known = kept.get(uuid);
  if (known && known.until > Date.now()) return known.own;
  try {
    return await within(QUICK_MS, () => readOwnLimits(uuid));
  } catch (error) {
    putMetrics({ UnreadLimits: 1 });
    log("warn", "the limits of a reseller could not be read", describeError(error));
    const own = known?.own ?? {};
    keep(uuid, { own, until: Date.now() + PAUSE_MS });
    return own;
  }
}

async function readOwnLimits(uuid: string): Promise<Own> {
  const until = Date.now() + KEPT_MS;
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  const { reads_per_minute, writes_per_minute, deliveries_per_minute, webhook_count } = data ?? {};
  const is_closed = data === null || isClosed(data);
  const own = {
    ...{ reads_per_minute, writes_per_minute, deliveries_per_minute, webhook_count },
    is_closed,
  };
  keep(uuid, { own, until });
  return own;
}

function keep(uuid: string, known: { own: Own; until: number }) {
  if (kept.size >= KEPT_RESELLERS) kept.clear();
  kept.set(uuid, known);
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
