import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { type ApiResponse, gatewayMessage } from "./payload.ts";

/**
 * The 403 to a request that a web page of somebody else has a browser send; undefined to any other.
 * A name of theirs may resolve to this machine (DNS rebinding): `Host` has to be an address, or a
 * name of this machine. `Origin` has to be of the same server, or of this machine; who is no
 * browser sends none.
 */
export function refuseForeign({ headers }: Pick<IncomingMessage, "headers">) {
  const { host, origin } = headers;
  if (host !== undefined && !isOwn(nameOf(`http://${host}`))) {
    return refusal(`answers to localhost, to addresses and to this machine's name, not to ${host}`);
  }
  const isSame = origin === `http://${host}`;
  if (origin !== undefined && !isSame && !isLoopback(nameOf(origin))) {
    return refusal(`takes no requests of web pages of ${origin}`);
  }
  return undefined;
}

function refusal(what: string): ApiResponse {
  return gatewayMessage(403, `This local server ${what}.`);
}

/** The host name of a URL, without the brackets of IPv6; "" where it is none. */
function nameOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? "";
}

function isOwn(name: string): boolean {
  const machine = machineName().toLowerCase();
  return isIP(name) > 0 || isLoopback(name) || name === machine || name === `${machine}.local`;
}

function isLoopback(name: string): boolean {
  const isAddress = name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
  return isAddress || name === "localhost" || name.endsWith(".localhost");
}
