import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { type ReadBody, readBody } from "./body.ts";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure, OutboundError } from "./failure.ts";
import { joinHeaders, MAX_HEADER_BYTES, toSentHeaders } from "./headers.ts";
import { checkServerIdentity, requireContext } from "./tls.ts";

const MAX_HEADERS = 256;
/** The most informational responses (1xx) before the final one. */
const MAX_INFORMATIONAL = 20;
/** How much of a response is kept for its status line. */
const START_CHARACTERS = 4096;
/** Shorter than the 5 seconds after which most servers close an idle connection. */
const IDLE_MS = 4000;
/** Of all hosts together. */
const MAX_IDLE = 100;
const REDIRECTS = [301, 302, 303, 307, 308];
const NO_BODY = { body: Buffer.alloc(0), truncated: false, receivedBytes: 0 };

/** One request, from a caller or a redirect. */
export interface HopRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HopResponse extends Omit<ReadBody, "error"> {
  /** Without a fragment. */
  url: string;
  status: number;
  /** Lower-case names; the values of repeated ones joined by ", ", those of `set-cookie` by a line feed. */
  headers: Record<string, string>;
  /** The address that answered; "" if the connection was closed by then. */
  address: string;
  /** Node's code if its parser refused the response, of which only the status line, or a part of the body, is known. */
  malformed?: string;
}

/** What was sent and received, for people who investigate a verdict. */
export interface Exchange {
  url: string;
  /** The address that answered; "" if none did. */
  address: string;
  /** The request line and the headers. */
  sent: string[];
  /** The first 4,096 bytes of the answer in Latin-1, as they arrived. */
  received: string;
  /** The beginning of the body, inflated. */
  body: Buffer;
}

export interface HopOptions {
  /** Of the inflated body. The rest is not read, and `truncated` says so. */
  maxBytes: number;
  /** The caller follows redirects, so their bodies are not read. */
  followed: boolean;
  /** If the rest of the response is unreadable, its status line is the answer, `truncated`. */
  isBodyOptional?: boolean | undefined;
  /**
   * For requests without secrets. Accepts broken responses as far as they go (`truncated`), servers with old TLS
   * renegotiation, and servers that omit their issuer.
   */
  isLenient?: boolean | undefined;
  /** TLS settings that know the issuer of the server's certificate. */
  secureContext?: SecureContext;
  /** Agents that keep connections. Default: a connection for this request alone. */
  connections?: Pick<Connections, "http" | "https"> | undefined;
  signal: AbortSignal;
  /** Called with each request once it is over. */
  trace?: ((exchange: Exchange) => void) | undefined;
}

/** Connections that several requests use, one after the other. */
export interface Connections {
  http: http.Agent;
  https: https.Agent;
  /**
   * Closes all idle connections if they are too many, or if the last call was seconds ago. Call it before and after
   * work, because the timers of a frozen function stand still.
   */
  trim(): void;
}

/**
 * Keeps the connection of a request whose answer was read completely for the next request to the same
 * origin. After `trim` at most `maxIdle` are idle.
 */
export function keepAlive({ maxIdle = MAX_IDLE } = {}): Connections {
  const agents = [
    new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
    new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
  ] as const;
  let trimmedAt = Date.now();
  return {
    http: agents[0],
    https: agents[1],
    trim() {
      const idle = agents.flatMap(({ freeSockets }) => Object.values(freeSockets)).flat();
      const now = Date.now();
      if (idle.length > maxIdle || now - trimmedAt > IDLE_MS)
        for (const socket of idle) socket?.destroy();
      trimmedAt = now;
    },
  };
}

/** Makes one request and reads its answer. */
export async function sendHop(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  const { maxBytes, followed, isBodyOptional, isLenient = false, connections, signal } = options;
  signal.throwIfAborted();
  const destination = toDestination(hop.url, signal);
  const url = destination.url.href;
  const request = openRequest(hop, destination, options);
  // Not Node's own `signal`, which costs as much as the rest of a small request.
  const abort = () => request.destroy(signal.reason);
  signal.addEventListener("abort", abort);
  const watch = watchRequest(request, { ...hop, url });
  let response: IncomingMessage | undefined;
  let head: Pick<HopResponse, "url" | "status" | "headers" | "address"> | undefined;
  let read: Buffer = NO_BODY.body;
  try {
    response = await watch.response;
    const headers = joinHeaders(response.rawHeaders);
    const address = response.socket?.remoteAddress ?? "";
    head = { url, status: response.statusCode ?? 0, headers, address };
    if (followed && isRedirect(head)) return { ...head, ...NO_BODY };
    const coding = headers["content-encoding"] ?? "";
    const { error, ...body } = await readBody(response, coding, { maxBytes, isLenient });
    read = body.body;
    // A body that is delimited by the end of the connection looks complete when the connection breaks.
    const fault = watch.error ?? error;
    if (!fault || body.truncated) return { ...head, ...body };
    const malformed = malformedBy(describeFailure(fault, url));
    const isShown = malformed !== undefined || body.body.length > 0;
    if (!isLenient || signal.aborted || !isShown) throw fault;
    // Data after a complete response does not count.
    if (malformed && response.complete) return { ...head, ...body };
    return { ...head, ...body, truncated: true, ...(malformed && { malformed }) };
  } catch (error) {
    if (head && isBodyOptional) return { ...head, ...NO_BODY, truncated: true };
    // After the headers, the response only reports that it was aborted. The request has the cause.
    const failure = describeFailure(watch.error ?? error, url);
    const malformed = malformedBy(failure);
    const status = readStatus(watch.start);
    if (malformed && status && (isLenient || isBodyOptional)) {
      return { url, status, headers: {}, address: "", ...NO_BODY, truncated: true, malformed };
    }
    // The server may have closed a kept connection just as it was used again.
    const wasStale = request.reusedSocket && !response && failure.failure === "reset";
    if (!wasStale) throw failure;
    return await sendHop(hop, { ...options, connections: undefined });
  } finally {
    signal.removeEventListener("abort", abort);
    options.trace?.({
      ...{ url, address: head?.address ?? "", received: watch.start, body: read },
      sent: linesOf(request),
    });
    // The agent already has a kept connection back.
    const isKept = connections !== undefined && response?.complete;
    if (!isKept) request.destroy();
  }
}

/** The first line of a request and its headers. */
function linesOf(request: ClientRequest): string[] {
  const headers = Object.entries(request.getHeaders());
  const first = `${request.method} ${request.path} HTTP/1.1`;
  return [first, ...headers.map(([name, value]) => `${name}: ${value}`)];
}

/** Node's code if its parser refused the response. */
function malformedBy({ code }: OutboundError): string | undefined {
  return code?.startsWith("HPE_") ? code : undefined;
}

/** As tolerant as browsers, which take up to four characters before `HTTP` and any version. */
const STATUS_LINE = /^.{0,4}?http\S*[ \t]+(\d{3})(?!\d)/is;

/** The status that an answer begins with, after answers 1xx; undefined if its status line has none. */
function readStatus(answer: string): number | undefined {
  const statuses = answer.split(/\n\r?\n/).map((head) => Number(STATUS_LINE.exec(head)?.[1]));
  const status = statuses.find((each) => !(each < 200));
  return Number.isNaN(status) ? undefined : status;
}

/** Whether a response leads elsewhere (RFC 9110, 15.4); an empty location does not, as in browsers. */
export function isRedirect({ status, headers }: Pick<HopResponse, "status" | "headers">): boolean {
  return REDIRECTS.includes(status) && Boolean(headers["location"]);
}

function openRequest(hop: HopRequest, destination: Destination, options: HopOptions) {
  const { url, isHttps, serverName } = destination;
  const { connections, isLenient = false, secureContext = requireContext(isLenient) } = options;
  const connection = {
    ...destination.connection,
    ...(serverName ? { servername: serverName } : {}),
    ...(isHttps ? { secureContext } : {}),
    rejectUnauthorized: true,
    checkServerIdentity,
  };
  const request = (isHttps ? https : http).request({
    ...connection,
    agent: connections?.[isHttps ? "https" : "http"] ?? false,
    method: hop.method,
    path: url.pathname + url.search,
    headers: toSentHeaders(hop.headers, { isLenient }),
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  });
  request.maxHeadersCount = MAX_HEADERS;
  return request;
}

/** Sends a request and tracks its response and its first error. */
function watchRequest(request: ClientRequest, { url, body }: HopRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const watch = {
    response: promise,
    error: undefined as Error | undefined,
    /** The first characters of the answer. Node's parser does not keep what it refuses. */
    start: "",
  };
  const fail = (error: Error) => {
    watch.error ??= error;
    reject(error);
  };
  let informational = 0;
  const readStart = (data: Buffer) => {
    const room = START_CHARACTERS - watch.start.length;
    if (room > 0) watch.start += data.toString("latin1", 0, room);
  };
  request.on("socket", (socket: Socket) => {
    // Before Node's parser, which throws the data away that it refuses.
    socket.prependListener("data", readStart);
    request.once("close", () => socket.off("data", readStart));
  });
  request.on("error", fail).on("response", resolve);
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
