import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { refuseForeign } from "./foreign.ts";

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
