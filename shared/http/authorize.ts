import { isIP } from "node:net";
import type { MiddlewareObj } from "@middy/core";
import ipaddr from "ipaddr.js";
import { Forbidden } from "../platform/errors.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ApiEvent } from "./event.ts";
import { servingRoute } from "./routes.ts";

const CONTACT = "Your contact at the provider";

/**
 * Refuses a request that its key does not allow: from another address, or, with a read-only key, a
 * change or a request for a secret. The address is the one that API Gateway saw: headers can be forged.
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

/** Whether the request comes from an address that its key does not allow. */
function isElsewhere({ api_key, requestContext }: ApiEvent): boolean {
  const { allowed_ips } = api_key ?? {};
  return allowed_ips !== undefined && !isWithin(requestContext.http.sourceIp, allowed_ips);
}

/**
 * Parses an address with or without a prefix length (CIDR, RFC 4632 and 4291) into the network as it is
 * stored and shown: `203.0.113.7/32` for `203.0.113.7`, `2001:db8::/32` for `2001:DB8::1/32`. Undefined for any other text.
 */
export function parseNetwork(text: string): string | undefined {
  const [, address = "", length] = /^([^/]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return undefined;
  const own = ipaddr.process(address);
  const isV4 = own.kind() === "ipv4";
  const bits = isV4 ? 32 : 128;
  const prefix = Number(length ?? bits);
  if (prefix > bits) return undefined;
  const family = isV4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${own}/${prefix}`)}/${prefix}`;
}

/** Whether an address is in one of these networks; IPv4 within IPv6 is IPv4. */
function isWithin(address: string, networks: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const own = ipaddr.process(address);
  return networks
    .map((network) => ipaddr.parseCIDR(network))
    .some(([base, length]) => base.kind() === own.kind() && own.match(base, length));
}

/**
 * The caller behind an address: an IPv4 address, or the /64 network of an IPv6 address, in which a
 * client can choose any address.
 */
export function callerOf(address: string): string {
  return parseNetwork(`${address}/64`) ?? address;
}
