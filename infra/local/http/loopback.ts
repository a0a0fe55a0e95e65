import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { baseUrl, startServer } from "./server.ts";

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
  const address = { port: 0, host: "127.0.0.1" };
  const server = await startServer(async (request) => {
    const { status = 200, headers, body } = await answerOf(service, request);
    return {
      ...{ status, headers: { "content-type": "application/json", ...headers } },
      body: Buffer.from(JSON.stringify(body)),
    };
  }, address);
  return { url: baseUrl({ ...address, port: server.port }), close: () => server.close(0) };
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
