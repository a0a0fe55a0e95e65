import { OutboundError } from "./failure.ts";
import { type HopRequest, type HopResponse, isRedirect } from "./hop.ts";

const WEB = /^https?:$/;

/**
 * Where a response redirects to, without a fragment; undefined when it does not. Throws an
 * OutboundError where the location is no URL, or none of the web: `mailto:` has no host to ask.
 */
export function redirectTarget({
  url,
  status,
  headers,
}: Pick<HopResponse, "url" | "status" | "headers">): string | undefined {
  if (!isRedirect({ status, headers })) return undefined;
  const location = asUtf8(headers["location"] ?? "");
  const target = URL.parse(location, url);
  if (!target || !WEB.test(target.protocol)) throw new OutboundError("invalid-url", location);
  target.hash = "";
  return target.href;
}

/** The request that a redirect asks for (RFC 9110, 15.4); undefined when it is no redirect. */
export function nextRequest(request: HopRequest, response: HopResponse): HopRequest | undefined {
  const target = redirectTarget(response);
  if (target === undefined) return undefined;
  const next: HopRequest = { ...request, url: target };
  if (request.method === "POST" && response.status < 307) {
    next.method = "GET";
    delete next.body;
  }
  const isElsewhere = new URL(target).origin !== new URL(response.url).origin;
  if (isElsewhere) next.headers = withoutSecrets(request.headers);
  return next;
}

/** Another origin learns what kind of answer is wanted, but no key, token or cookie of the caller. */
function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  const kept = ([name]: [string, string]) => /^(accept|content-type)/i.test(name);
  return Object.fromEntries(Object.entries(headers).filter(kept));
}

/** Header values arrive as Latin-1, while servers that don't escape a path send UTF-8. */
function asUtf8(value: string): string {
  const text = Buffer.from(value, "latin1").toString();
  return text.includes("\u{fffd}") ? value : text;
}
