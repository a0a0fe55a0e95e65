import { randomInt } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
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
  /** Listens on ::1 instead of 127.0.0.1. */
  ipv6?: boolean;
  /** Listens on an address that no other site has had: what is found of a site is kept by its host. */
  ownAddress?: boolean;
  port?: number;
}

export interface Site {
  /** Origin without a slash at its end: `http://127.0.0.1:41234`. */
  url: string;
  /** `127.0.0.1:41234` */
  host: string;
  port: number;
  /** What was asked, in order: `GET /path?query`. */
  requests: string[];
  close(): Promise<void>;
}

/** Serves a site on loopback, on a free port, until `close`, which also ends open connections. */
export async function startSite(
  content: SiteHandler | SiteRoutes,
  options: SiteOptions = {},
): Promise<Site> {
  const requests: string[] = [];
  const handler = typeof content === "function" ? content : routesHandler(content);
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(handler, request, response);
  }, options.tls);

  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  const address = addressFor(options);
  await once(server.listen(options.port ?? 0, address), "listening");
  const { port } = server.address() as AddressInfo;
  const host = options.ipv6 ? `[::1]:${port}` : `${address}:${port}`;
  return {
    url: `${options.tls ? "https" : "http"}://${host}`,
    host,
    port,
    requests,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Ports come again; macOS knows no other address than 127.0.0.1. */
function addressFor({ ipv6, ownAddress }: SiteOptions): string {
  if (ipv6) return "::1";
  if (!ownAddress || process.platform === "darwin") return "127.0.0.1";
  return `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
}

/** Serves a site until the test is over. */
export async function serve(
  content: SiteHandler | SiteRoutes,
  options?: SiteOptions,
): Promise<Site> {
  const site = await startSite(content, options);
  onTestFinished(() => site.close());
  return site;
}

function createServer(listener: RequestListener, tls: SiteOptions["tls"]) {
  if (!tls) return http.createServer(listener);
  const { key, chain } = tls === true ? makeCertificate() : tls;
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
