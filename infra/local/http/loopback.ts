import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { baseUrl, startServer } from "./server.ts";

/** A local replacement for a service of AWS. */
export interface LoopbackServer {
  url: string;
  close(): Promise<void>;
}

/** Answers a request with its body. Throws if it can't. */
type Service = (
  request: IncomingMessage,
  body: string,
) => Promise<{ status?: number; headers?: Record<string, string>; body: unknown }>;

/** Listens on a free loopback port, for programs on this machine but not for web pages. Bodies of answers are JSON. */
export async function listenOnLoopback(service: Service): Promise<LoopbackServer> {
  const address = { port: 0, host: "127.0.0.1" };
  const server = await startServer(async (request) => {
    const {
      status = 200,
      headers,
      body,
    } = await service(request, await text(request)).catch(
      // The SDK tries again.
      (error) => ({
        ...{ status: 500, headers: {} },
        body: { __type: "InternalFailure", message: String(error) },
      }),
    );
    return {
      ...{ status, headers: { "content-type": "application/json", ...headers } },
      body: Buffer.from(JSON.stringify(body)),
    };
  }, address);
  return { url: baseUrl({ ...address, port: server.port }), close: () => server.close(0) };
}
