import type { MiddlewareObj } from "@middy/core";
import type { RateKind, RatePlace } from "../entities/rateUse.ts";
import { Reseller, type ResellerRecord } from "../entities/reseller.ts";
import { optionalEnv } from "../env.ts";
import { TooManyRequests } from "../errors.ts";
import { RateCounter, type Taken } from "../limits/rateCounter.ts";
import { describeError, log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import { QUICK_MS, within } from "../table/wire.ts";
import { isElsewhere } from "./authorize.ts";
import type { ApiEvent } from "./event.ts";
import { slowRefusals } from "./slowRefusals.ts";

const WINDOW_SECONDS = 60;

/**
 * Limits a reseller's requests in any 60 seconds, and tells in the headers of every answer how many are
 * left. Throws TooManyRequests beyond the limit. Comes after `authenticate`.
 */
export function rateLimit(): MiddlewareObj<ApiEvent> {
  const begun = new WeakMap<ApiEvent, Promise<unknown> | undefined>();
  // Lambda may stop the container after the answer, so the booking has to end first.
  const finish: MiddlewareObj<ApiEvent>["after"] = async ({ event }) => {
    await begun.get(event);
  };

  return {
    before: async ({ event }) => {
      const { reseller_uuid, api_key, requestContext } = event;
      if (reseller_uuid === undefined) throw new Error("The request is not authenticated");
      // A stolen key that is refused by its address must not use up the limit.
      if (isElsewhere(event)) return;
      const isRead = ["GET", "HEAD"].includes(requestContext.http.method);
      // A read-only key must not use up the writes of other keys.
      const kind = isRead || api_key?.is_read_only ? "reads" : "writes";
      const taken = await takeRequest(
        { reseller_uuid, kind },
        // API Gateway's clock: the container's own may be wrong.
        requestContext.timeEpoch,
      );
      if (taken === undefined) return;
      begun.set(event, taken.booking);
      event.answer_headers = {
        ...event.answer_headers,
        ...rateHeaders(kind, taken, requestContext.timeEpoch),
      };
      if (taken.isAllowed) return;
      await slowRefusals.wait(reseller_uuid);
      const { limit, resetSeconds } = taken;
      throw new TooManyRequests(`There can be ${limit} ${kind} a minute at most`, resetSeconds);
    },
    after: finish,
    onError: finish,
  };
}

/**
 * The headers about a limit: those of draft-ietf-httpapi-ratelimit-headers-11, and the older ones that
 * most clients read, in which the reset is in seconds since 1970.
 */
function rateHeaders(
  kind: RateKind,
  { limit, remaining, resetSeconds }: Taken,
  now: number,
): Record<string, string> {
  return {
    "ratelimit-policy": `"${kind}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${kind}";r=${remaining};t=${resetSeconds}`,
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(now / 1000) + resetSeconds),
  };
}

/** The attributes of a reseller that hold its own limits. */
export type RateLimitName = `${RateKind}_per_minute`;
type OwnLimits = { [Name in RateLimitName]?: number | undefined };

/** The stage's limits in requests a minute; undefined: no limit. */
const stageLimits: Record<RateLimitName, number | undefined> = {
  reads_per_minute: numberIn("READS_PER_MINUTE"),
  writes_per_minute: numberIn("WRITES_PER_MINUTE"),
};

/** How long a container remembers a reseller's own limits. */
const KEPT_MS = 10_000;
/** How long limits are not read again after the table did not answer. */
const PAUSE_MS = 1000;
const KEPT_RESELLERS = 1000;
const kept = new Map<string, { own: OwnLimits; until: number }>();

/** Maximum number of counters that a container keeps; a reseller has two. */
const COUNTERS = 1000;
const counters = new Map<string, RateCounter>();

/** How many requests of a kind a reseller may make a minute; undefined: no limit. */
export function rateLimitOf(own: OwnLimits | undefined, kind: RateKind): number | undefined {
  return own?.[`${kind}_per_minute`] ?? stageLimits[`${kind}_per_minute`];
}

/** The decision on a reseller's request at `now`; undefined without a limit. */
async function takeRequest({ reseller_uuid, kind }: RatePlace, now: number) {
  const limit = rateLimitOf(await knowOwnLimits(reseller_uuid), kind);
  return limit === undefined ? undefined : await counterOf(reseller_uuid, kind).take(limit, now);
}

/** A reseller's limits and how many requests of the last minute count; null: no limit. */
export async function readRates(reseller: ResellerRecord, now: number) {
  const readKind = async (kind: RateKind) => {
    const max = rateLimitOf(reseller, kind);
    if (max === undefined) return null;
    return { count: await counterOf(reseller.uuid, kind).count(now), max };
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
async function knowOwnLimits(uuid: string): Promise<OwnLimits> {
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

async function readOwnLimits(uuid: string): Promise<OwnLimits> {
  const until = Date.now() + KEPT_MS;
  const { data } = await Reseller.get({ uuid }).go();
  const { reads_per_minute, writes_per_minute } = data ?? {};
  const own = { reads_per_minute, writes_per_minute };
  keep(uuid, { own, until });
  return own;
}

function keep(uuid: string, known: { own: OwnLimits; until: number }) {
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

function numberIn(variable: string): number | undefined {
  const value = optionalEnv(variable);
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw new Error(`${variable} must be a whole number`);
  return Number(value);
}
