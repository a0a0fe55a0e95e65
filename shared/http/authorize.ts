import type { MiddlewareObj } from "@middy/core";
import { Forbidden } from "../errors.ts";
import { servingRoute } from "../routes.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ApiEvent } from "./event.ts";
import { isWithin } from "./networks.ts";

const CONTACT = "Your contact at the provider";

/**
 * Refuses what the key of a request may not be used for, whatever else the request says: from another
 * address than it allows, and of a read-only key all but reads that tell no secret. The address is the
 * one that connected, as API Gateway saw it: what headers say of it can be made up.
 */
export function authorize(
  endpointOf: (routeKey: string) => Endpoint | undefined,
): MiddlewareObj<ApiEvent> {
  return {
    before: ({ event }) => {
      const { sourceIp } = event.requestContext.http;
      if (isElsewhere(event)) {
        throw new Forbidden(
          `This API key is not accepted from ${sourceIp}. ${CONTACT} can allow this address.`,
        );
      }
      if (!event.api_key?.is_read_only) return;
      if (!servingRoute(event.routeKey).startsWith("GET ")) {
        throw new Forbidden(
          `This API key is read-only: it can be used for GET and HEAD. ${CONTACT} issues keys that can change something.`,
        );
      }
      if (endpointOf(event.routeKey)?.tellsSecret) {
        throw new Forbidden(
          `This API key is read-only: it is told no secrets. ${CONTACT} issues keys that are.`,
        );
      }
    },
  };
}

/** Whether a request comes from an address that its key may not be used from. */
export function isElsewhere({ api_key, requestContext }: ApiEvent): boolean {
  const { allowed_ips } = api_key ?? {};
  return allowed_ips !== undefined && !isWithin(requestContext.http.sourceIp, allowed_ips);
}
