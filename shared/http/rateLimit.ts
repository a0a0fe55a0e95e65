import type { MiddlewareObj } from "@middy/core";
import { TooManyRequests } from "../errors.ts";
import type { Taken } from "../limits/rateCounter.ts";
import { takeRequest } from "../limits/rateLimits.ts";
import type { RateKind } from "../limits/rateWindow.ts";
import { isElsewhere } from "./authorize.ts";
import type { ApiEvent } from "./event.ts";

const WINDOW_SECONDS = 60;

/**
 * Lets a reseller make as many requests in 60 seconds as its limits allow, and tells it in the headers
 * of every answer. Beyond: TooManyRequests. Comes after `authenticate`.
 */
export function rateLimit(): MiddlewareObj<ApiEvent> {
  const begun = new WeakMap<ApiEvent, Promise<unknown> | undefined>();
  // The container may be stopped once it has answered.
  const finish: MiddlewareObj<ApiEvent>["after"] = async ({ event }) => {
    await begun.get(event);
  };

  return {
    before: async ({ event }) => {
      const { reseller_uuid, api_key, requestContext } = event;
      if (reseller_uuid === undefined) throw new Error("The request is not authenticated");
      // Who has got hold of a key does not use up its reseller's share.
      if (isElsewhere(event)) return;
      const isRead = ["GET", "HEAD"].includes(requestContext.http.method);
      // Nor does a read-only key use up what others may write.
      const kind = isRead || api_key?.is_read_only ? "reads" : "writes";
      const taken = await takeRequest(
        { reseller_uuid, kind },
        // Whatever the clock of this container says.
        requestContext.timeEpoch,
      );
      if (taken === undefined) return;
      begun.set(event, taken.booking);
      event.answer_headers = {
        ...event.answer_headers,
        ...rateHeaders(kind, taken, requestContext.timeEpoch),
      };
      if (taken.isAllowed) return;
      const { limit, resetSeconds } = taken;
      throw new TooManyRequests(`There can be ${limit} ${kind} a minute at most`, resetSeconds);
    },
    after: finish,
    onError: finish,
  };
}

/**
 * What is left of a limit, as draft-ietf-httpapi-ratelimit-headers-11 says it, and as most clients
 * know it: there the reset is in seconds since 1970.
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
