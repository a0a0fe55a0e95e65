import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import tls from "node:tls";
import { readBody } from "./body.ts";
import { toDestination } from "./destination.ts";
import { describeFailure, OutboundError } from "./failure.ts";
import { toSentHeaders } from "./headers.ts";
import type { HopOptions, HopRequest, HopResponse } from "./hop.ts";
import { sendWithIssuer } from "./issuer.ts";
import { checkServerIdentity, requireContext } from "./secureContext.ts";

/** How a server ends a connection by HTTP/1.1 if it speaks HTTP/2 alone. */
const REFUSALS = new Set([
  ...["ECONNRESET", "EPIPE", "EPROTO", "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL"],
  ...["HPE_INVALID_CONSTANT", "HPE_INVALID_VERSION"],
]);

/** Makes one request as browsers do: with the issuer that a server leaves out, and by HTTP/2 if it speaks nothing else. */
export async function sendAsBrowser(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  try {
    return await sendWithIssuer(hop, options);
  } catch (error) {
    const isRefusal = error instanceof OutboundError && REFUSALS.has(error.code ?? "");
    if (!isRefusal || !hop.url.startsWith("https:") || hop.body !== undefined) throw error;
    const response = await sendByHttp2(hop, options).catch(() => undefined);
    if (!response) throw error;
    return response;
  }
}

/** Makes one request by HTTP/2. Undefined if the server does not choose it. */
async function sendByHttp2(hop: HopRequest, options: HopOptions): Promise<HopResponse | undefined> {
  const { signal, maxBytes, secureContext = requireContext(true) } = options;
  signal.throwIfAborted();
  const destination = toDestination(hop.url, signal, options);
  await destination.admitAddress();
  const { connection, serverName: servername, url, hostHeader } = destination;
  const socket = tls.connect({
    ...{ ...connection, servername, secureContext, checkServerIdentity },
    ALPNProtocols: ["h2"],
  });
  const abort = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", abort);
  let session: ClientHttp2Session | undefined;
  try {
    await new Promise((resolve, reject) => {
      socket.once("secureConnect", resolve).on("error", reject).once("close", reject);
    });
    if (socket.alpnProtocol !== "h2") return undefined;
    // Hardly any website needs it, and it takes time to load.
    const http2 = await import("node:http2");
    session = http2.connect(url.origin, { createConnection: () => socket });
    const stream = session.request({
      ":method": hop.method,
      ":path": url.pathname + url.search,
      ":authority": hostHeader ?? url.host,
      ...toSentHeaders(hop.headers, { isLenient: true }),
    });
    const headers = await headersOf(session, stream);
    const message = Object.assign(stream, { headers, complete: false, socket: { bytesRead: 0 } });
    const coding = headers["content-encoding"] ?? "";
    const { error, ...body } = await readBody(message, coding, { maxBytes, isLenient: true });
    if (error && body.body.length === 0) throw describeFailure(error, url.href);
    const status = Number(headers[":status"]);
    return { url: url.href, status, headers, address: socket.remoteAddress ?? "", ...body };
  } finally {
    signal.removeEventListener("abort", abort);
    session?.destroy();
    socket.destroy();
  }
}

/** The headers of the answer by lower-case name, `:status` among them; repeated ones as `joinHeaders` joins them. */
function headersOf(
  session: ClientHttp2Session,
  stream: ClientHttp2Stream,
): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    session.on("error", reject);
    stream.on("error", reject).once("close", reject);
    stream.once("response", (sent) => {
      const values = Object.entries(sent).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join("\n") : String(value),
      ]);
      resolve(Object.assign(Object.create(null), Object.fromEntries(values)));
    });
  });
}
