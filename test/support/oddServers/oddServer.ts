import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import tls, { type TlsOptions } from "node:tls";

/** The name of servers that speak TLS. */
export const HOST = "shop.example.com";

/** What Chromium does with an answer: it shows the page, or a blank one, keeps waiting, or names an error. */
type InBrowser = "shown" | "blank" | "waits" | `ERR_${string}`;

/** A server whose answers are odd, and what becomes of them. */
export interface OddServer {
  name: string;
  talk: Talk;
  /** Serves TLS. */
  tls?: TlsOptions;
  chromium: InBrowser;
  probe: string;
  /** `page`, or the `part` of it that came, `malformed`, or why there is none. */
  crawl: string;
  webhook: string;
  /** Why a probe differs from Chromium. */
  why?: string;
}

/** Answers a request, which is given as it was sent. */
export type Talk = (socket: Socket, request: string) => void;

export type Ours = [probe: string, crawl: string, webhook: string, why?: string | undefined];

/** Of answers that Node's parser refuses: their status line counts. */
export const MALFORMED: [string, string, string] = ["up", "malformed", "delivered"];
/** The same where browsers show no page. */
export const LIKE_ITS_STATUS: Ours = [...MALFORMED, "The status line counts."];
export const FINE: [string, string, string] = ["up", "page", "delivered"];
/** Of a body that breaks off after its first bytes. */
export const IN_PART: Ours = ["up", "part", "delivered"];

export function odd(name: string, talk: Talk, chromium: InBrowser, ours: Ours): OddServer {
  const [probe, crawl, webhook, why] = ours;
  return { name, talk, chromium, probe, crawl, webhook, ...(why && { why }) };
}

export const PAGE = "<!doctype html><title>A page</title><h1>Here</h1>";

/** The bytes of parts, whose texts are Latin-1. */
export function bytesOf(...parts: (string | Buffer)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
}

/** The head of a page with these headers, on a connection that is closed after it. */
export function head(start: string, ...headers: string[]): string {
  return [start, "content-type: text/html", "connection: close", ...headers, "", ""].join("\r\n");
}

export function ok(...headers: string[]): string {
  return head("HTTP/1.1 200 OK", ...headers);
}

export function ends(...parts: (string | Buffer)[]): Talk {
  return (socket) => void socket.end(bytesOf(...parts));
}

/** Serves an odd server on loopback; the URL has its name if it speaks TLS. */
export async function serveOdd({ talk, tls: options }: OddServer) {
  const sockets = new Set<Socket>();
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.once("data", (data) => talk(socket, data.toString("latin1")));
  };
  const server = options ? tls.createServer(options, accept) : net.createServer(accept);
  server.on("tlsClientError", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: options ? `https://${HOST}:${port}/` : `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
