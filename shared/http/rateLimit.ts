import type { MiddlewareObj } from "@middy/core";
import type { RateKind, RatePlace } from "../entities/rateUse.ts";
import { TooManyRequests } from "../errors.ts";
import type { Taken } from "../limits/rateCounter.ts";
import { take } from "../limits/rates.ts";
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
      const place: RatePlace = { reseller_uuid, kind };
      // API Gateway's clock: the container's own may be wrong.
      const taken = await take(place, requestContext.timeEpoch);
      if (taken === undefined) return;
      begun.set(event, taken.booking);
      event.answer_headers = {
        ...event.answer_headers,
        ...rateHeaders(kind, taken, requestContext.timeEpoch),
      };
      if (taken.isAllowed) {
        event.counted = place;
        return;
      }
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
