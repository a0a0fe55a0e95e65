import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { type ReadBody, readBody } from "./body.ts";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure, OutboundError } from "./failure.ts";
import { joinHeaders, MAX_HEADER_BYTES, MAX_INFORMATIONAL, toSentHeaders } from "./headers.ts";
import type { Admit } from "./hostPace.ts";
import { requireContext } from "./missingIssuers.ts";
import { TidiedSocket } from "./tidiedSocket.ts";

const MAX_HEADERS = 256;
const REDIRECTS = [301, 302, 303, 307, 308];
const NO_BODY = { body: Buffer.alloc(0), truncated: false, receivedBytes: 0 };

/** One request, as a caller or a redirect asks for it. */
export interface HopRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HopResponse extends Omit<ReadBody, "error"> {
  url: string;
  status: number;
  headers: Record<string, string>;
  /** The address that answered; "" if the connection was closed by then. */
  address: string;
}

export interface HopOptions {
  maxBytes: number;
  /** Redirects are followed, so their bodies are not read. */
  followed: boolean;
  /** If the body can't be read to its end, status and headers are the answer. */
  isBodyOptional?: boolean | undefined;
  /** The part of a broken body that arrived is kept, unless a second, browser-like request can read more. */
  isLenient?: boolean | undefined;
  /** Why the first answer could not be read. This one is read as browsers do. */
  refusal?: OutboundError;
  /** Agents that keep connections. Default: a connection for this request alone. */
  connections?: { http: http.Agent; https: https.Agent } | undefined;
  signal: AbortSignal;
  /** Waits until the host may be requested. */
  admit?: Admit | undefined;
  /** Connects to this address of the host, without a look-up; "" if it has none. */
  address?: string | undefined;
}

/** Makes one request and reads its answer. */
export async function sendHop(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  const { maxBytes, followed, isBodyOptional, isLenient, connections, refusal, signal } = options;
  signal.throwIfAborted();
  const destination = toDestination(hop.url, signal, options);
  await destination.admitAddress();
  signal.throwIfAborted();
  const url = destination.url.href;
  const request = openRequest(hop, destination, options);
  // Not Node's own `signal`, which costs as much as the rest of a small request.
  const abort = () => request.destroy(signal.reason);
  signal.addEventListener("abort", abort);
  const watch = watchRequest(request, { ...hop, url });
  let head: Pick<HopResponse, "url" | "status" | "headers" | "address"> | undefined;
  try {
    const response = await watch.response;
    const headers = joinHeaders(response.rawHeaders);
    const address = response.socket?.remoteAddress ?? "";
    head = { url, status: response.statusCode ?? 0, headers, address };
    if (followed && isRedirect(head)) return { ...head, ...NO_BODY };
    const coding = headers["content-encoding"] ?? "";
    const { error, ...body } = await readBody(response, coding, {
      maxBytes,
      isLenient: refusal !== undefined,
    });
    // A body that is delimited by the end of the connection looks complete when the connection breaks.
    const fault = watch.error ?? error;
    if (!fault || body.truncated) return { ...head, ...body };
    const failure = describeFailure(fault, url);
    const isWhole = response.complete && UNPARSED.test(failure.code ?? "");
    const isShown = isWhole || (body.body.length > 0 && !isOdd(failure, options));
    if (!isLenient || signal.aborted || !isShown) throw fault;
    return { ...head, ...body, truncated: !isWhole };
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

/** Node's parser did not understand an answer, or what follows it. */
const UNPARSED = /^HPE_(?!.*OVERFLOW)/;
/** zlib did not understand a body, or what follows it. */
const NOT_INFLATED = /^Z_/;

/** Whether an answer is to be requested once more, to be read as browsers do. */
export function isOdd({ code = "" }: OutboundError, { isLenient, refusal }: HopOptions): boolean {
  return isLenient === true && !refusal && (UNPARSED.test(code) || NOT_INFLATED.test(code));
}

/** Whether a response leads elsewhere (RFC 9110, 15.4); an empty location does not, as in browsers. */
export function isRedirect({ status, headers }: Pick<HopResponse, "status" | "headers">): boolean {
  return REDIRECTS.includes(status) && Boolean(headers["location"]);
}

function openRequest(hop: HopRequest, destination: Destination, options: HopOptions) {
  const { url, isHttps, serverName, hostHeader } = destination;
  const { connections, refusal, isLenient = false } = options;
  const connection = {
    ...destination.connection,
    ...(serverName ? { servername: serverName } : {}),
    ...(isHttps ? { secureContext: requireContext(isLenient) } : {}),
    rejectUnauthorized: true,
  };
  const connect = () => (isHttps ? tls.connect(connection) : net.connect(connection));
  const request = (isHttps ? https : http).request({
    ...connection,
    agent: connections?.[isHttps ? "https" : "http"] ?? false,
    ...(refusal && {
      agent: undefined,
      createConnection: () => new TidiedSocket(connect(), refusal),
    }),
    method: hop.method,
    path: url.pathname + url.search,
    headers: { ...(hostHeader && { host: hostHeader }), ...toSentHeaders(hop.headers) },
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
