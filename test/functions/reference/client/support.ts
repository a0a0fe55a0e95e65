import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type ClientOptions, createClient } from "../../../../functions/reference/client/index.ts";
import { type Site, serve } from "../../../support/site.ts";

const TIMEOUT_MS = 12_345;

/** A clock by which pauses pass at once, and attempts take too long when a test says so. */
export function makeClock() {
  const pauses: number[] = [];
  const timeouts = new Set<() => void>();
  return {
    pauses,
    expire: () => timeouts.forEach((end) => void end()),
    async sleep(ms: number, signal: AbortSignal): Promise<void> {
      signal.throwIfAborted();
      if (ms !== TIMEOUT_MS) return void pauses.push(ms);
      await new Promise<void>((resolve, reject) => {
        timeouts.add(resolve);
        signal.addEventListener("abort", () => {
          timeouts.delete(resolve);
          reject(signal.reason);
        });
      });
    },
  };
}

type TestClock = ReturnType<typeof makeClock>;

/** How a request is answered: well, by a status, or by a connection that breaks. */
export type Step =
  | "well"
  | "drop"
  | "hang"
  | "cut"
  | "garbled"
  | { status: number; headers?: object };

/** Answers one request as a step says. */
export function perform(
  step: Step,
  { response, clock, body = {} }: { response: ServerResponse; clock: TestClock; body?: object },
) {
  if (step === "hang") return clock.expire();
  if (step === "drop") return response.destroy();
  const whole = JSON.stringify(body);
  const headers = { "content-type": "application/json", "x-request-id": "request-1" };
  if (typeof step === "object") {
    return response.writeHead(step.status, { ...headers, ...step.headers }).end(whole);
  }
  if (step === "garbled") return response.writeHead(200, headers).end(whole.slice(0, -1));
  response.writeHead(200, { ...headers, "content-length": whole.length });
  if (step === "well") return response.end(whole);
  return response.write(whole.slice(0, -1), () => response.destroy());
}

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A service that answers its requests by these steps, the last one again and again, and a client of it. */
export async function startSteps(steps: Step[], options: Partial<ClientOptions> = {}, body = {}) {
  const clock = makeClock();
  const requests: ReceivedRequest[] = [];
  const site = await serve(async (request, response) => {
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body: await text(request) });
    const step = steps[Math.min(requests.length, steps.length) - 1] ?? "well";
    perform(step, { response, clock, body });
  });
  return { clock, requests, site, api: clientOf(site, { clock, ...options }) };
}

export function clientOf({ url }: Pick<Site, "url">, options: Partial<ClientOptions>) {
  const random = () => 0.5;
  return createClient({ baseUrl: url, apiKey: "key", timeoutMs: TIMEOUT_MS, random, ...options });
}

export async function collect<Element>(elements: AsyncIterable<Element>): Promise<Element[]> {
  const collected: Element[] = [];
  for await (const element of elements) collected.push(element);
  return collected;
}
