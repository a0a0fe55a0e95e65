import type { Connections } from "./connections.ts";
import { withDeadline } from "./deadline.ts";
import { describeFailure, OutboundError } from "./failure.ts";
import { type HopRequest, sendHop } from "./hop.ts";
import { nextRequest } from "./redirect.ts";

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
