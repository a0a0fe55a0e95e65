import { randomInt } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import {
  allowLocalAddresses,
  allowsLocalAddresses,
} from "../../shared/platform/outbound/destination.ts";
import { type Certificate, makeCertificate } from "./certificate.ts";

/** A fixed answer; `status` is 200 and the content type HTML unless told otherwise. */
export interface Reply {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export type SiteHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Answers by path and query (or by path alone); a text is an HTML page, anything else is 404. */
export type SiteRoutes = Record<string, string | Reply | SiteHandler>;

export interface SiteOptions {
  /** `true` serves HTTPS with a certificate of its own making. */
  tls?: boolean | Certificate;
  /** The address to listen on, for a site that is requested by a name or on two addresses. */
  address?: "127.0.0.1" | "::1";
  port?: number;
}

export interface Site {
  /** Origin without a slash at its end: `http://127.11.12.13:41234`. */
  url: string;
  /** `127.11.12.13:41234` */
  host: string;
  port: number;
  /** The requests, in order: `GET /path?query`. */
  requests: string[];
  close(): Promise<void>;
  /** Closes it and keeps its port, so that it refuses connections until the test is over. */
  refuse(): Promise<void>;
}

/** Serves a site on loopback, on an address of its own and a free port, until `close`, which also ends open connections. */
export async function startSite(
  content: SiteHandler | SiteRoutes,
  options: SiteOptions = {},
): Promise<Site> {
  const requests: string[] = [];
  const handler = typeof content === "function" ? content : routesHandler(content);
  // A certificate says which address it is for.
  const address = options.address ?? (typeof options.tls === "object" ? "127.0.0.1" : ownAddress());
  const server = createServer(
    (request, response) => {
      requests.push(`${request.method} ${request.url}`);
      answer(handler, request, response);
    },
    address,
    options.tls,
  );

  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await once(server.listen(options.port ?? 0, address), "listening");
  const { port } = server.address() as AddressInfo;
  const host = address === "::1" ? `[::1]:${port}` : `${address}:${port}`;
  async function close() {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  return {
    url: `${options.tls ? "https" : "http"}://${host}`,
    host,
    port,
    requests,
    close,
    async refuse() {
      await close();
      await holdDeadAddress({ address, port });
    },
  };
}

/**
 * Holds an address that refuses connections until the test is over. Its port belongs to the client's
 * end of a connection, so that no other server can listen there.
 */
export async function holdDeadAddress({ address = ownAddress(), port = 0 } = {}) {
  const server = net.createServer().listen(0, address);
  await once(server, "listening");
  const to = (server.address() as AddressInfo).port;
  const socket = net.connect({ host: address, port: to, localAddress: address, localPort: port });
  await once(socket, "connect");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  const host = `${address === "::1" ? "[::1]" : address}:${socket.localPort}`;
  return { url: `http://${host}`, host, address, port: Number(socket.localPort) };
}

/**
 * An address of its own for each site: results are cached by host, and a later site may get the port of an
 * earlier one. macOS has no address but 127.0.0.1.
 */
export function ownAddress(): string {
  if (process.platform === "darwin") return "127.0.0.1";
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
}

/** Serves a site until the test is over. From then on, the tests of a file may visit this machine. */
export async function serve(
  content: SiteHandler | SiteRoutes,
  options?: SiteOptions,
): Promise<Site> {
  if (!allowsLocalAddresses()) allowLocalAddresses();
  const site = await startSite(content, options);
  onTestFinished(() => site.close());
  return site;
}

function createServer(listener: RequestListener, address: string, tls: SiteOptions["tls"]) {
  if (!tls) return http.createServer(listener);
  const { key, chain } = tls === true ? makeCertificate({ names: ["localhost", address] }) : tls;
  return https.createServer({ key, cert: chain }, listener);
}

async function answer(handler: SiteHandler, request: IncomingMessage, response: ServerResponse) {
  try {
    await handler(request, response);
  } catch (error) {
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
    response.end(String(error));
  }
}

function routesHandler(routes: SiteRoutes): SiteHandler {
  return (request, response) => {
    const target = request.url ?? "/";
    const route = findRoute(routes, target) ?? { status: 404, body: "<h1>Not found</h1>" };
    if (typeof route === "function") return route(request, response);
    const {
      status = 200,
      headers = {},
      body = "",
    } = typeof route === "string" ? { body: route } : route;
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(body);
  };
}

function findRoute(routes: SiteRoutes, target: string) {
  const [path = "/"] = target.split("?");
  return [target, path]
    .map((key) => (Object.hasOwn(routes, key) ? routes[key] : undefined))
    .find(Boolean);
}
