import type { MiddlewareObj } from "@middy/core";
import type { Budget, RateKind } from "../entities/rateUse.ts";
import { TooManyRequests } from "../errors.ts";
import { atOnceOf, MOST_AT_ONCE, type Seat, SLOW_MS } from "../limits/atOnce.ts";
import type { RateDecision } from "../limits/rateDecision.ts";
import { lookAt, take } from "../limits/rates.ts";
import type { ApiFunctionName } from "../routes.ts";
import { isElsewhere } from "./authorize.ts";
import type { ApiEvent } from "./event.ts";

const WINDOW_SECONDS = 60;

/**
 * Limits a reseller's requests in any 60 seconds and how many run at once, and tells in the headers of
 * every answer how many are left. Throws TooManyRequests beyond a limit. Comes after `authenticate`.
 */
export function rateLimit(
  name: ApiFunctionName,
  mostAtOnce: number | undefined = MOST_AT_ONCE,
): MiddlewareObj<ApiEvent> {
  const begun = new WeakMap<ApiEvent, Promise<unknown> | undefined>();
  const ends = new WeakMap<ApiEvent, () => Promise<void>>();
  // Lambda may stop the container after the answer, so what is booked has to end first.
  const finish: MiddlewareObj<ApiEvent>["after"] = async ({ event }) => {
    const end = ends.get(event);
    // It comes twice if the answer of a request that is done can't be made.
    ends.delete(event);
    await Promise.all([begun.get(event), end?.()]);
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
      const place: Budget = { reseller_uuid, kind };
      // API Gateway's clock: the container's own may be wrong.
      const now = requestContext.timeEpoch;
      const counter = mostAtOnce === undefined ? undefined : atOnceOf(reseller_uuid, name);
      const seat = await counter?.begin(mostAtOnce ?? 0, now);
      const isCrowded = counter !== undefined && seat === undefined;
      const taken = isCrowded ? await lookAt(place, now) : await take(place, now);
      if (taken) {
        begun.set(event, taken.booking);
        const headers = Number.isFinite(taken.limit) && rateHeaders(kind, taken, now);
        event.answer_headers = { ...event.answer_headers, ...headers };
      }
      if (!isCrowded && taken?.isAllowed !== false) {
        if (taken) event.counted = { place, taken: taken.weight };
        if (seat) ends.set(event, occupy(seat, now));
        return;
      }
      await seat?.end(now);
      if (isCrowded) {
        const text = `At most ${mostAtOnce} slow requests may run at once. Retry in a second.`;
        throw new TooManyRequests(text, 1);
      }
      const { limit, resetSeconds } = taken as RateDecision;
      const text = `The limit is ${limit} ${kind} a minute. The header retry-after says when to retry.`;
      throw new TooManyRequests(text, resetSeconds);
    },
    after: finish,
    onError: finish,
  };
}

/** Begins a request that has a seat; returns how it ends. */
function occupy(seat: Seat, beganAt: number): () => Promise<void> {
  const startedAt = performance.now();
  const now = () => Math.round(beganAt + performance.now() - startedAt);
  const timer = setTimeout(() => void seat.noteSlow(now()), SLOW_MS);
  return async () => {
    clearTimeout(timer);
    await seat.end(now());
  };
}

/**
 * The headers about a limit: those of draft-ietf-httpapi-ratelimit-headers-11, and the older ones that
 * most clients read, in which the reset is in seconds since 1970.
 */
function rateHeaders(
  kind: RateKind,
  { limit, remaining, resetSeconds }: RateDecision,
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
