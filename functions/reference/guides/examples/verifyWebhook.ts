import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook } from "reseller-website-monitoring-client";

// The webhook's secret, `whsec_…`; during a rotation, both, separated by a space.
const secret = (process.env["WEBHOOK_SECRET"] ?? "").split(" ");
// Keep the ids in your database: the same event may be delivered again.
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  // The unparsed body: a parsed one can't be verified.
  const body = await buffer(request);
  const { data, error } = await verifyWebhook({ secret, headers: request.headers, body });
  // Answer at once, and do the work afterwards.
  response.writeHead(error ? 401 : 204).end();
  if (error) return console.log(`Refused: ${error.message}`);
  if (seen.has(data.id)) return;
  seen.add(data.id);
  const { type, data: resource } = data.event;
  console.log(`${type} ${resource.uuid}`);
});

server.listen(Number(process.env["PORT"] ?? 4100), "127.0.0.1", () => {
  console.log("Listening on", server.address());
});
