import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { Problem, WRONG_INPUT_EXIT_CODE } from "../../cli/terminal.ts";
import { type ApiResponse, gatewayMessage } from "./payload.ts";

const LOOPBACK = ["127.0.0.1", "::1"];
const DEFAULT_PORT = 3000;
const HIGHEST_PORT = 65_535;
const NO_GUESSING = { "x-content-type-options": "nosniff" };

/** Where to listen. */
interface Address {
  /** 0 takes any free port. */
  port: number;
  /** The one address to listen on; undefined: loopback. */
  host?: string | undefined;
  /** What sets the port, before its number. */
  setting?: string;
}

/** The address of PORT and HOST; empty is the same as not set. */
export function readAddress(env = process.env): Address {
  const port = readPort("PORT", env["PORT"] || String(DEFAULT_PORT));
  return { port, host: env["HOST"] || undefined };
}

/** The port in a text; `name` is the variable or option that sets it. */
export function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= HIGHEST_PORT) return port;
  const sentence = `${name} must be a whole number from 0 to ${HIGHEST_PORT}, not "${text}".`;
  throw new Problem(sentence, name.startsWith("--") ? WRONG_INPUT_EXIT_CODE : 1);
}

/** The URL at which clients on this machine reach an address. */
export function baseUrl({ host, port }: Address): string {
  if (!host || host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

interface HttpServer {
  port: number;
  /** Takes no more requests, finishes those in flight within `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

type Answer = (request: IncomingMessage) => Promise<ApiResponse>;

/**
 * Listens on both loopback addresses, or on `host` alone. Both, because `localhost` means one or
 * the other to different clients, and another program on the other one would get the requests.
 */
export async function startServer(
  answer: Answer,
  { port, host, setting }: Address,
): Promise<HttpServer> {
  const servers: Server[] = [];
  // A client that was about to use an idle connection again would get EPIPE.
  const create = () =>
    createServer({ keepAliveTimeout: 0 }, async (request, response) => {
      try {
        send(response, refuseForeign(request) ?? (await answer(request)));
      } catch (error) {
        // A client that disconnects during its request is not an error.
        if (!request.errored) console.error("The gateway failed:", error);
        if (!response.headersSent) response.writeHead(500).end();
      }
    });

  const close = async (graceMs: number) => {
    await Promise.all(servers.map((server) => closeServer(server, graceMs)));
  };
  try {
    let bound = port;
    for (const address of host ? [host] : LOOPBACK) {
      const server = create();
      const ownPort = await listen(server, { port: bound, host: address, setting });
      if (ownPort === undefined) continue;
      bound = ownPort;
      servers.push(server);
    }
    return { port: bound, close };
  } catch (error) {
    await close(0);
    throw error;
  }
}

function send(response: ServerResponse, { status, headers, body }: ApiResponse) {
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries({ ...NO_GUESSING, ...headers })));
  response.end(body);
}

/** Binds a server and resolves with its port; undefined where this machine has no IPv6. */
function listen(server: Server, { port, host, setting = "PORT=" }: Address & { host: string }) {
  return new Promise<number | undefined>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const { code = "", message } = error;
      if (host === "::1" && /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(code)) resolve(undefined);
      else if (code !== "EADDRINUSE")
        reject(new Problem(`Can't listen there (${message}): choose another port or address.`));
      else {
        const other = `${setting}${port + 1}`;
        reject(new Problem(`Port ${port} is in use. Choose another, such as ${other}.`));
      }
    });
    server.listen({ port, host }, () => {
      const bound = server.address();
      resolve(typeof bound === "object" && bound ? bound.port : port);
    });
  });
}

async function closeServer(server: Server, graceMs: number) {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  // Also closes the connections that are idle.
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cut);
}

/**
 * A 403 for a request that a foreign web page makes a browser send; undefined for any other. A foreign
 * name may resolve to this machine (DNS rebinding), so `Host` must be an address or a name of this
 * machine. `Origin`, which only browsers send, must be this server or this machine.
 */
function refuseForeign({ headers }: Pick<IncomingMessage, "headers">) {
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
