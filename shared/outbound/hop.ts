import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { type ReadBody, readBody } from "./body.ts";
import type { Connections } from "./connections.ts";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure } from "./failure.ts";
import { joinHeaders, toSentHeaders } from "./headers.ts";

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
  /** An answer whose body can't be read to its end is one all the same, without it. */
  isBodyOptional?: boolean | undefined;
  /** Without them the request has a connection of its own, which is gone when it is done. */
  connections?: Connections | undefined;
  signal: AbortSignal;
}

/** Makes one request and reads its answer. */
export async function sendHop(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  const { maxBytes, followed, isBodyOptional = false, connections, signal } = options;
  signal.throwIfAborted();
  const destination = toDestination(hop.url, signal);
  const url = destination.url.href;
  const request = openRequest(hop, destination, options);
  // Not Node's own `signal`, which costs as much as the rest of a small request.
  const abort = () => request.destroy(signal.reason);
  signal.addEventListener("abort", abort);
  const watch = watchRequest(request, hop.body, destination.isHttps);
  let head: Omit<HopResponse, keyof ReadBody> | undefined;
  try {
    const response = await watch.response;
    const headers = joinHeaders(response.rawHeaders);
    head = { url, status: response.statusCode ?? 0, headers };
    if (followed && isRedirect(head)) return { ...head, ...NO_BODY };
    const body = await readBody(response, headers["content-encoding"] ?? "", maxBytes);
    // A body that only the connection's end delimits looks complete when the connection breaks.
    if (watch.error && !body.truncated) throw watch.error;
    return { ...head, ...body };
  } catch (error) {
    if (head && isBodyOptional) return { ...head, ...NO_BODY, truncated: true };
    // After the headers, the response only says that it was aborted; the request knows why.
    const failure = describeFailure(watch.error ?? error, url, watch.isHandshakeDue);
    // The other side may have closed a kept connection just as it was used again.
    const wasStale = request.reusedSocket && !watch.isAnswered && failure.failure === "reset";
    if (!wasStale) throw failure;
    return await sendHop(hop, { ...options, connections: undefined });
  } finally {
    signal.removeEventListener("abort", abort);
    // Nothing happens to a connection that is kept: the request has let go of it.
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

/** Sends a request and keeps an eye on it: its response, its first error, its TLS handshake. */
function watchRequest(request: ClientRequest, body: string | undefined, isHttps: boolean) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const watch = {
    response: promise,
    error: undefined as Error | undefined,
    isHandshakeDue: isHttps,
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
    if (informational > MAX_INFORMATIONAL) request.destroy(new Error("Too many 1xx responses"));
  });
  request.on("upgrade", (_, socket) => {
    // The request has let go of the socket, and no longer hears its errors.
    socket.destroy();
    fail(new Error("An upgrade that nobody asked for"));
  });
  request.on("socket", (socket) => {
    if (request.reusedSocket) watch.isHandshakeDue = false;
    else
      socket.once("secureConnect", () => {
        watch.isHandshakeDue = false;
      });
  });
  request.end(body);
  return watch;
}
