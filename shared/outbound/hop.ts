import http from "node:http";
import https from "node:https";
import { readBody } from "./body.ts";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure } from "./failure.ts";
import { joinHeaders, lowerCase } from "./headers.ts";
import { isRedirect } from "./redirect.ts";
import { USER_AGENT } from "./userAgent.ts";
import { watchRequest } from "./watchRequest.ts";

const MAX_HEADER_BYTES = 65_536;
const MAX_HEADERS = 256;

const OWN_HEADERS = { "user-agent": USER_AGENT, "accept-encoding": "gzip, deflate, br, zstd" };

/** One request, as a caller or a redirect asks for it. */
export interface HopRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HopResponse {
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  truncated: boolean;
}

interface HopOptions {
  maxBytes: number;
  /** Redirects are followed, so their bodies are not read. */
  followed: boolean;
  signal: AbortSignal;
}

/** Makes one request on a connection of its own, which is gone when this returns or throws. */
export async function sendHop(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  const { maxBytes, followed, signal } = options;
  signal.throwIfAborted();
  const destination = toDestination(hop.url, signal);
  const url = destination.url.href;
  const request = openRequest(hop, destination, signal);
  const watch = watchRequest(request, hop.body, destination.isHttps);
  try {
    const response = await watch.response;
    const headers = joinHeaders(response.rawHeaders);
    const status = response.statusCode ?? 0;
    if (followed && isRedirect(status, headers)) {
      return { url, status, headers, body: Buffer.alloc(0), truncated: false };
    }
    const body = await readBody(response, headers["content-encoding"] ?? "", maxBytes);
    // A body that only the connection's end delimits looks complete when the connection breaks.
    if (watch.error && !body.truncated) throw watch.error;
    return { url, status, headers, ...body };
  } catch (error) {
    // After the headers, the response only says that it was aborted; the request knows why.
    throw describeFailure(watch.error ?? error, url, watch.isHandshakeDue);
  } finally {
    request.destroy();
  }
}

/** With an agent of its own and no keep-alive: a connection serves the one check that made it. */
function openRequest(hop: HopRequest, destination: Destination, signal: AbortSignal) {
  const { url, isHttps, serverName, connection } = destination;
  const request = (isHttps ? https : http).request({
    ...connection,
    ...(serverName ? { servername: serverName } : {}),
    rejectUnauthorized: true,
    agent: false,
    method: hop.method,
    path: url.pathname + url.search,
    headers: { ...lowerCase(hop.headers), ...OWN_HEADERS },
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    signal,
  });
  request.maxHeadersCount = MAX_HEADERS;
  return request;
}
