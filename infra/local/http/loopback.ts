import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { type ApiResponse, gatewayMessage } from "./payload.ts";

/** A local replacement for a service of AWS. */
export interface LoopbackServer {
  url: string;
  close(): Promise<void>;
}

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body: unknown;
}

interface Service {
  /** Answers a request with its body. Throws a SyntaxError, or zod's, for one that the service of AWS refuses. */
  answer(request: IncomingMessage, body: string): Promise<Answer>;
  /** The type of the error that says that a request is refused. */
  refusal: string;
}

/** Listens on a free loopback port, for programs on this machine but not for web pages. */
export async function listenOnLoopback(service: Service): Promise<LoopbackServer> {
  const server = createServer(async (request, response) => {
    const foreign = refuseForeign(request);
    if (foreign) return void response.writeHead(foreign.status, foreign.headers).end(foreign.body);
    const { status = 200, headers, body } = await answerOf(service, request);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  // A client that was about to use an idle connection again would get EPIPE.
  server.keepAliveTimeout = 0;
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

/** A 500 for an error that is not the request's fault: the SDK tries again. */
async function answerOf({ answer, refusal }: Service, request: IncomingMessage): Promise<Answer> {
  try {
    return await answer(request, await text(request));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof SyntaxError || error instanceof z.core.$ZodError)
      return { status: 400, body: { __type: refusal, message } };
    return { status: 500, body: { __type: "InternalFailure", message } };
  }
}

/**
 * A 403 for a request that a foreign web page makes a browser send; undefined for any other. A foreign
 * name may resolve to this machine (DNS rebinding), so `Host` must be an address or a name of this
 * machine. `Origin`, which only browsers send, must be this server or this machine.
 */
export function refuseForeign({ headers }: Pick<IncomingMessage, "headers">) {
  const { host, origin } = headers;
  if (host !== undefined && !isOwn(nameOf(`http://${host}`))) {
    return refusal(
      `answers only to localhost, IP addresses and this machine's name, not to ${host}`,
    );
  }
  const isSame = origin === `http://${host}`;
  if (origin !== undefined && !isSame && !isLoopback(nameOf(origin))) {
    return refusal(`accepts no requests from web pages of ${origin}`);
  }
  return undefined;
}

function refusal(what: string): ApiResponse {
  return gatewayMessage(403, `This local server ${what}.`);
}

/** The host name of a URL, without the brackets of IPv6; "" for an invalid URL. */
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
