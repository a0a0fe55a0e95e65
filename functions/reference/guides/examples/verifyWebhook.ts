import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { WebhookEvent } from "reseller-website-monitoring-client";
import { Webhook } from "standardwebhooks";

// The webhook's secret, `whsec_…`.
const webhook = new Webhook(process.env["WEBHOOK_SECRET"] ?? "");
// Keep the ids in your database: the same event may be delivered again.
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  // The unparsed body: a parsed one can't be verified.
  const body = await buffer(request);
  const headers = request.headers as Record<string, string>;
  let event: WebhookEvent;
  try {
    event = webhook.verify(body, headers) as WebhookEvent;
  } catch (error) {
    response.writeHead(401).end();
    return console.log(`Refused: ${error}`);
  }
  // Answer at once, and do the work afterwards.
  response.writeHead(204).end();
  const id = headers["webhook-id"] ?? "";
  if (seen.has(id)) return;
  seen.add(id);
  console.log(`${event.type} ${event.data.uuid}`);
});

server.listen(Number(process.env["PORT"] ?? 4100), "127.0.0.1", () => {
  console.log("Listening on", server.address());
});
