import http, { createServer, type IncomingMessage } from "node:http";
import https from "node:https";
import { type AddressInfo, isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { text } from "node:stream/consumers";
import { type ApiResponse, gatewayMessage } from "./payload.ts";

/** What stands in for a service of AWS: where the AWS SDK finds it. */
export interface LoopbackServer {
  url: string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body: object;
}

/** Listens on a free port of loopback, for this machine's programs and no web page. */
export async function listenOnLoopback(
  contentType: string,
  answer: (request: IncomingMessage) => Promise<Answer>,
): Promise<LoopbackServer> {
  const server = createServer(async (request, response) => {
    const foreign = refuseForeign(request);
    if (foreign) return void response.writeHead(foreign.status, foreign.headers).end(foreign.body);
    const { status, headers, body } = await answer(request);
    response.writeHead(status, { "content-type": contentType, ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Asks a server on this machine, by GET. Not by `fetch`, which would ask the proxy of a shell that has
 * NODE_USE_ENV_PROXY set: an agent without settings of its own knows none.
 */
export async function ask(
  url: string,
  { headers = {}, timeoutMs }: { headers?: Record<string, string>; timeoutMs: number },
): Promise<{ status: number; body: string }> {
  const { Agent, get } = url.startsWith("https:") ? https : http;
  const signal = AbortSignal.timeout(timeoutMs);
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  get(url, { agent: new Agent(), headers, signal }, resolve).on("error", reject);
  const response = await promise;
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/**
 * The 403 to a request that a web page of somebody else has a browser send; undefined to any other.
 * A name of theirs may resolve to this machine (DNS rebinding): `Host` has to be an address, or a
 * name of this machine. `Origin` has to be of the same server, or of this machine; who is no
 * browser sends none.
 */
export function refuseForeign({ headers }: Pick<IncomingMessage, "headers">) {
  const { host, origin } = headers;
  if (host !== undefined && !isOwn(nameOf(`http://${host}`))) {
    return refusal(`answers to localhost, to addresses and to this machine's name, not to ${host}`);
  }
  const isSame = origin === `http://${host}`;
  if (origin !== undefined && !isSame && !isLoopback(nameOf(origin))) {
    return refusal(`takes no requests of web pages of ${origin}`);
  }
  return undefined;
}

function refusal(what: string): ApiResponse {
  return gatewayMessage(403, `This local server ${what}.`);
}

/** The host name of a URL, without the brackets of IPv6; "" where it is none. */
function nameOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? "";
}

function isOwn(name: string): boolean {
  const machine = machineName().toLowerCase();
  return isIP(name) > 0 || isLoopback(name) || name === machine || name === `${machine}.local`;
}

function isLoopback(name: string): boolean {
  const isAddress = name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
  return isAddress || name === "localhost" || name.endsWith(".localhost");
}
