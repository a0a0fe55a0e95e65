import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import tls from "node:tls";
import { OVERHEAD_BYTES, readBody } from "./body.ts";
import { toDestination } from "./destination.ts";
import { describeFailure, OutboundError } from "./failure.ts";
import { MAX_HEADER_BYTES, toSentHeaders } from "./headers.ts";
import {
  type HopOptions,
  type HopRequest,
  type HopResponse,
  MAX_INFORMATIONAL,
  sendHop,
} from "./hop.ts";
import { sendWithIssuer } from "./issuer.ts";
import { checkServerIdentity, requireContext } from "./tls.ts";

/** How a server that only speaks HTTP/2 ends a connection of HTTP/1.1. */
const REFUSALS = new Set([
  ...["ECONNRESET", "EPIPE", "EPROTO", "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL"],
  ...["HPE_INVALID_CONSTANT", "HPE_INVALID_VERSION"],
]);

/** How often the bytes of a connection are counted, and how many headers an answer may have. */
const WATCH_MS = 50;
const MAX_HEADERS = 4096;

/**
 * Makes one request as browsers do: fetches an issuer that the server omits, and uses HTTP/2 if the server speaks
 * nothing else.
 */
export async function sendAsBrowser(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  try {
    return await sendWithIssuer(hop, options, sendHop);
  } catch (error) {
    const isRefusal = error instanceof OutboundError && REFUSALS.has(error.code ?? "");
    if (!isRefusal || !hop.url.startsWith("https:") || hop.body !== undefined) throw error;
    const response = await sendWithIssuer(hop, options, sendByHttp2);
    if (!response) throw error;
    return response;
  }
}

/** Makes one request by HTTP/2; undefined if the server does not negotiate it. */
async function sendByHttp2(hop: HopRequest, options: HopOptions): Promise<HopResponse | undefined> {
  const { signal, maxBytes, secureContext = requireContext(true) } = options;
  signal.throwIfAborted();
  const destination = toDestination(hop.url, signal, options);
  await destination.admitAddress();
  const { connection, serverName: servername, url, hostHeader } = destination;
  // Loaded on demand, as hardly any website needs it; before the connection exists, which could end meanwhile.
  const http2 = await import("node:http2");
  signal.throwIfAborted();
  const socket = tls.connect({
    ...{ ...connection, servername, secureContext, checkServerIdentity },
    ALPNProtocols: ["h2"],
  });
  const abort = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", abort);
  let flood: OutboundError | undefined;
  // Most frames that a server can send never reach the reader of the response.
  const watch = setInterval(() => {
    if (socket.bytesRead <= 2 * (maxBytes + OVERHEAD_BYTES)) return;
    flood = new OutboundError("protocol", url.href);
    socket.destroy(flood);
  }, WATCH_MS);
  let session: ClientHttp2Session | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("secureConnect", resolve).on("error", reject).once("close", resolve);
    }).catch((error) => {
      if (socket.authorizationError || signal.aborted) throw error;
    });
    // A session on a closed connection emits no event.
    if (socket.destroyed || socket.alpnProtocol !== "h2") return undefined;
    session = http2.connect(url.origin, {
      createConnection: () => socket,
      settings: { enablePush: false, maxHeaderListSize: MAX_HEADER_BYTES },
      maxHeaderListPairs: MAX_HEADERS,
    });
    const stream = session.request({
      ":method": hop.method,
      ":path": url.pathname + url.search,
      ":authority": hostHeader ?? url.host,
      ...toSentHeaders(hop.headers, { isLenient: true }),
    });
    const headers = await headersOf(session, stream, url.href);
    const status = Number(headers[":status"]);
    const head = { url: url.href, status, headers, address: socket.remoteAddress ?? "" };
    const message = Object.assign(stream, { headers, complete: false, socket: { bytesRead: 0 } });
    const coding = headers["content-encoding"] ?? "";
    const { error, ...body } = await readBody(message, coding, { maxBytes, isLenient: true });
    // A stream that ends with its connection has no error of its own.
    const fault = error ?? (stream.rstCode === 0 ? undefined : reset(url.href));
    if (!fault || body.truncated) return { ...head, ...body };
    if (signal.aborted || body.body.length === 0) throw fault;
    return { ...head, ...body, truncated: true };
  } catch (error) {
    throw describeFailure(flood ?? error, url.href);
  } finally {
    clearInterval(watch);
    signal.removeEventListener("abort", abort);
    session?.destroy();
    socket.destroy();
  }
}

/** The headers of the answer by lower-case name, `:status` among them; repeated ones as `joinHeaders` joins them. */
function headersOf(
  session: ClientHttp2Session,
  stream: ClientHttp2Stream,
  url: string,
): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    let informational = 0;
    session.on("error", reject);
    stream.on("error", reject).once("close", () => reject(reset(url)));
    stream.on("headers", () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) stream.destroy(new OutboundError("protocol", url));
    });
    stream.once("response", (sent) => {
      const values = Object.entries(sent).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join("\n") : String(value),
      ]);
      resolve(Object.assign(Object.create(null), Object.fromEntries(values)));
    });
  });
}

function reset(url: string): OutboundError {
  return new OutboundError("reset", url, "ECONNRESET");
}
