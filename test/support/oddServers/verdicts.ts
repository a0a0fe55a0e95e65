import { PoliteClient } from "../../../shared/audit/pages/politeClient.ts";
import { keepAlive, OutboundError } from "../../../shared/platform/outbound/index.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { probeWebsite } from "../../../shared/uptime/probeWebsite.ts";
import { makeAttempt } from "../../../shared/webhooks/attempt.ts";
import { bodies, slow } from "./bodies.ts";
import { heads } from "./heads.ts";
import { type OddServer, serveOdd } from "./oddServer.ts";
import { redirects, slowRedirect } from "./redirects.ts";

/** All odd servers but those that have to be waited for. */
export const oddServers: OddServer[] = [...heads, ...bodies, ...redirects];

export const slowServers: OddServer[] = [...slow, slowRedirect];

/** The clients of this service, each with the verdict of an answer that it has from a URL. */
const clients = { probe, crawl, webhook: deliver };

/** Has a client ask an odd server. */
export async function ask(server: OddServer, client: keyof typeof clients): Promise<string> {
  const { url, close } = await serveOdd(server);
  try {
    return await clients[client](url);
  } finally {
    close();
  }
}

async function probe(url: string): Promise<string> {
  // Without what a program calls the failure.
  return (await probeWebsite(url)).outcome.replace(/ \([A-Z_]+(, [-+:T\d]+)?\)$/, "");
}

async function crawl(url: string): Promise<string> {
  const client = new PoliteClient({ delayMs: 0 });
  const deadline = Date.now() + 60_000;
  const answer = await client.request(url, { maxBytes: 1_000_000, maxRedirects: 10, deadline });
  if (!answer) return "no answer";
  if (answer instanceof OutboundError) return answer.failure;
  if (answer.status > 299) return `http ${answer.status}`;
  if (answer.malformed) return "malformed";
  return answer.truncated ? "part" : "page";
}

async function deliver(url: string): Promise<string> {
  const connections = keepAlive();
  const target = { endpoint: url, sign: () => ({}) };
  const event = { event_id: "evt", body: "{}" };
  const tools = { clock: systemClock, connections, timeoutMs: 10_000 };
  const { attempt, verdict } = await makeAttempt(target, event, tools);
  for (const agent of [connections.http, connections.https]) agent.destroy();
  return attempt.error ?? verdict;
}
