import type { MiddlewareObj } from "@middy/core";
import type { RateDecision } from "../limits/rateLimiter.ts";
import { take } from "../limits/rates.ts";
import { TooManyRequests } from "../platform/errors.ts";
import { type ApiEvent, addHeaders } from "./event.ts";
import { costOfRoute } from "./routes.ts";

/**
 * Limits what a reseller's requests cost in a minute, and shows in the headers of the answers what is left. Throws
 * TooManyRequests beyond the limit. Comes after `authorize`: a stolen key must not use up the limit.
 */
export function rateLimit(): MiddlewareObj<ApiEvent> {
  const flushes = new WeakMap<ApiEvent, Promise<void>>();
  // Lambda may stop the process after the answer, so a flush has to end first.
  const finish: MiddlewareObj<ApiEvent>["after"] = ({ event }) => flushes.get(event);

  return {
    before: async ({ event }) => {
      const { reseller_uuid, requestContext, routeKey } = event;
      if (reseller_uuid === undefined) throw new Error("The request is not authenticated");
      const kind = routeKey.startsWith("GET ") ? "reads" : "writes";
      // API Gateway's clock: the container's own may be wrong.
      const now = requestContext.timeEpoch;
      const decision = await take({ reseller_uuid, kind }, { cost: costOfRoute(routeKey), now });
      const { isAllowed, limit, resetSeconds, flush } = decision;
      if (flush) flushes.set(event, flush);
      if (Number.isFinite(limit)) addHeaders(event, rateHeaders(decision, now));
      if (isAllowed) return;
      const text = `The limit is ${limit} ${kind} a minute. The header retry-after says when to retry.`;
      throw new TooManyRequests(text, resetSeconds);
    },
    after: finish,
    onError: finish,
  };
}

/** The headers about a limit that most clients read; the reset is in seconds since 1970. */
function rateHeaders(
  { limit, remaining, resetSeconds }: RateDecision,
  now: number,
): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(now / 1000) + resetSeconds),
  };
}
