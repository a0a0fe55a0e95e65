import type { Connections } from "./connections.ts";
import { describeFailure, OutboundError, withDeadline } from "./failure.ts";
import { type HopRequest, type HopResponse, isRedirect, sendHop } from "./hop.ts";

export interface OutboundOptions {
  /** Default: GET. */
  method?: "GET" | "HEAD" | "POST";
  /** `user-agent` and `accept-encoding` are the client's own. */
  headers?: Record<string, string>;
  body?: string;
  /** For everything, redirects and body included. */
  timeoutMs: number;
  /** Of the body, inflated. What is beyond is not read, and `truncated` says so. */
  maxBytes: number;
  /** With 0 a redirect is itself the response. */
  maxRedirects: number;
  /** Status and headers are an answer, also where the body breaks off or time ends before it: `truncated` then. */
  isBodyOptional?: boolean;
  /** Connections to share with other requests; without them it has one of its own. */
  connections?: Connections;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  /** The last URL, after redirects, without a fragment. */
  url: string;
  /** The hops before it. */
  redirects: { url: string; status: number }[];
  status: number;
  /** Lower-case names; the values of repeated ones joined by ", ". */
  headers: Record<string, string>;
  body: Buffer;
  truncated: boolean;
  /** Of the body as it came over the wire, packed as it was. */
  receivedBytes: number;
  durationMs: number;
}

/** Makes a request, follows its redirects and reads the body; throws OutboundError and nothing else. */
export function outboundRequest(url: string, options: OutboundOptions): Promise<OutboundResponse> {
  const startedAt = performance.now();
  const { method = "GET", headers = {}, body, timeoutMs, signal } = options;
  return withDeadline({ url, timeoutMs, signal }, async (ending) => {
    const first = { url, method, headers, ...(body === undefined ? {} : { body }) };
    const response = await followRedirects(first, options, ending);
    return { ...response, durationMs: Math.round(performance.now() - startedAt) };
  }).catch((error) => {
    throw describeFailure(error, url, false);
  });
}

async function followRedirects(
  first: HopRequest,
  { maxBytes, maxRedirects, isBodyOptional, connections }: OutboundOptions,
  signal: AbortSignal,
) {
  const redirects: OutboundResponse["redirects"] = [];
  const asked = new Set<string>();
  let request = first;
  while (true) {
    const response = await sendHop(request, {
      maxBytes,
      followed: maxRedirects > 0,
      isBodyOptional,
      connections,
      signal,
    });
    const next = maxRedirects > 0 ? nextRequest(request, response) : undefined;
    if (!next) return { ...response, redirects };

    const { url, status } = response;
    redirects.push({ url, status });
    asked.add(`${request.method} ${url}`);
    if (asked.has(`${next.method} ${next.url}`)) throw new OutboundError("redirect-loop", next.url);
    if (redirects.length > maxRedirects) throw new OutboundError("too-many-redirects", next.url);
    request = next;
  }
}

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
