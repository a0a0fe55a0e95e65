import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { createSecureContext, type SecureContext } from "node:tls";
import { requireEnv } from "../env.ts";
import { type ReadBody, readBody } from "./body.ts";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure, OutboundError } from "./failure.ts";
import type { Admit } from "./hostPace.ts";

const MAX_HEADER_BYTES = 65_536;
const MAX_HEADERS = 256;
const MAX_INFORMATIONAL = 20;
const REDIRECTS = [301, 302, 303, 307, 308];
const NO_BODY: ReadBody = { body: Buffer.alloc(0), truncated: false, receivedBytes: 0 };

/** One request, as a caller or a redirect asks for it. */
export interface HopRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HopResponse extends ReadBody {
  url: string;
  status: number;
  headers: Record<string, string>;
}

interface HopOptions {
  maxBytes: number;
  /** Redirects are followed, so their bodies are not read. */
  followed: boolean;
  /** If the body can't be read to its end, status and headers are the answer. */
  isBodyOptional?: boolean | undefined;
  /** Agents that keep connections. Default: a connection for this request alone. */
  connections?: { http: http.Agent; https: https.Agent } | undefined;
  signal: AbortSignal;
  /** Waits until the host may be requested. */
  admit?: Admit | undefined;
}

/** Makes one request and reads its answer. */
export async function sendHop(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  const { maxBytes, followed, isBodyOptional = false, connections, signal } = options;
  signal.throwIfAborted();
  const destination = toDestination(hop.url, signal, options.admit);
  await destination.admitAddress();
  signal.throwIfAborted();
  const url = destination.url.href;
  const request = openRequest(hop, destination, options);
  // Not Node's own `signal`, which costs as much as the rest of a small request.
  const abort = () => request.destroy(signal.reason);
  signal.addEventListener("abort", abort);
  const watch = watchRequest(request, { ...hop, url });
  let head: Omit<HopResponse, keyof ReadBody> | undefined;
  try {
    const response = await watch.response;
    const headers = joinHeaders(response.rawHeaders);
    head = { url, status: response.statusCode ?? 0, headers };
    if (followed && isRedirect(head)) return { ...head, ...NO_BODY };
    const body = await readBody(response, headers["content-encoding"] ?? "", maxBytes);
    // A body that is delimited by the end of the connection looks complete when the connection breaks.
    if (watch.error && !body.truncated) throw watch.error;
    return { ...head, ...body };
  } catch (error) {
    if (head && isBodyOptional) return { ...head, ...NO_BODY, truncated: true };
    // After the headers, the response only says that it was aborted; the request has the cause.
    const failure = describeFailure(watch.error ?? error, url);
    // The server may have closed a kept connection just as it was used again.
    const wasStale = request.reusedSocket && !watch.isAnswered && failure.failure === "reset";
    if (!wasStale) throw failure;
    return await sendHop(hop, { ...options, connections: undefined });
  } finally {
    signal.removeEventListener("abort", abort);
    // The agent already has a kept connection back.
    const isKept = connections !== undefined && watch.isComplete();
    if (!isKept) request.destroy();
  }
}

/** Whether a response leads elsewhere (RFC 9110, 15.4). */
export function isRedirect({ status, headers }: Pick<HopResponse, "status" | "headers">): boolean {
  return REDIRECTS.includes(status) && headers["location"] !== undefined;
}

function openRequest(hop: HopRequest, destination: Destination, options: HopOptions) {
  const { url, isHttps, serverName, connection } = destination;
  const { connections } = options;
  const request = (isHttps ? https : http).request({
    ...connection,
    ...(serverName ? { servername: serverName } : {}),
    ...(isHttps ? { secureContext: requireContext() } : {}),
    rejectUnauthorized: true,
    agent: connections?.[isHttps ? "https" : "http"] ?? false,
    method: hop.method,
    path: url.pathname + url.search,
    headers: toSentHeaders(hop.headers),
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  });
  request.maxHeadersCount = MAX_HEADERS;
  return request;
}

/** Without the post-quantum key share of OpenSSL's defaults, which is half of what a probe sends. */
const KEY_SHARES = "X25519:P-256:P-384:P-521";
let context: SecureContext | undefined;

/** The TLS settings of all connections, made once: that takes a tenth of a probe's processor time. */
function requireContext(): SecureContext {
  context ??= createSecureContext({ ecdhCurve: KEY_SHARES });
  return context;
}

/** Sends a request and tracks its response and its first error. */
function watchRequest(request: ClientRequest, { url, body }: HopRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const watch = {
    response: promise,
    error: undefined as Error | undefined,
    isAnswered: false,
    /** The answer was read to its end. */
    isComplete: () => false,
  };
  const fail = (error: Error) => {
    watch.error ??= error;
    reject(error);
  };
  let informational = 0;
  request.on("error", fail).on("response", (response) => {
    watch.isAnswered = true;
    watch.isComplete = () => response.complete;
    resolve(response);
  });
  request.on("information", () => {
    informational += 1;
    if (informational > MAX_INFORMATIONAL) request.destroy(new OutboundError("protocol", url));
  });
  request.on("upgrade", (_, socket) => {
    // The socket no longer belongs to the request, which does not get its errors any more.
    socket.destroy();
    fail(new OutboundError("protocol", url));
  });
  request.end(body);
  return watch;
}

/** The product token that a robots.txt may address (RFC 9309, 2.2.1). */
export const ROBOT_NAME = "ResellerMonitoring";

/** Who sends requests, and where to complain about them. */
export function userAgent(): string {
  return `${ROBOT_NAME}/1.0 (+${requireEnv("CONTACT_URL")})`;
}

/**
 * A caller's headers by lower-case name; the client's own replace those of the same name. Firewalls
 * (ModSecurity's rule 960015) refuse requests without `accept`.
 */
function toSentHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    accept: "*/*",
    ...Object.fromEntries(entries),
    "user-agent": userAgent(),
    "accept-encoding": "gzip, deflate, br, zstd",
  };
}

/**
 * A response's headers by lower-case name, repeated ones joined; of several locations the first counts.
 * Made from the raw headers, because one named `constructor` or `__proto__` breaks Node's own object.
 */
function joinHeaders(raw: string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    const value = raw[at + 1] ?? "";
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name !== "location") headers[name] = `${before}, ${value}`;
  }
  return headers;
}
