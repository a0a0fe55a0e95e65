import { OutboundError } from "./failure.ts";
import type { HopRequest, HopResponse } from "./hop.ts";

const REDIRECTS = [301, 302, 303, 307, 308];

export function isRedirect(status: number, headers: Record<string, string>): boolean {
  return REDIRECTS.includes(status) && headers["location"] !== undefined;
}

/** The request that a redirect asks for (RFC 9110, 15.4), or undefined when it is none. */
export function nextRequest(
  request: HopRequest,
  { url, status, headers }: HopResponse,
): HopRequest | undefined {
  if (!isRedirect(status, headers)) return undefined;
  const location = asUtf8(headers["location"] ?? "");
  const target = URL.parse(location, url);
  if (!target) throw new OutboundError("invalid-url", location);
  target.hash = "";

  const next: HopRequest = { ...request, url: target.href };
  if (request.method === "POST" && status < 307) {
    next.method = "GET";
    delete next.body;
  }
  if (target.origin !== new URL(url).origin) next.headers = withoutSecrets(request.headers);
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
