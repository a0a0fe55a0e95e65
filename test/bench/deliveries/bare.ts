import http from "node:http";
import { eventBody } from "../../../shared/events/eventBody.ts";
import { effortOf, readInput, tellParent } from "../inChild.ts";
import { endpointUrl, type Load, makeEvent } from "./batches.ts";

/** Posts the same bodies by Node's own client, with as many connections that are kept. */
const { port, calls, messages, events, webhooks = messages } = readInput<Load>();
const AT_ONCE = 10;
const agent = new http.Agent({ keepAlive: true, maxSockets: webhooks * AT_ONCE });
const url = endpointUrl(0, port);
const batches = Array.from({ length: calls }, () =>
  Array.from({ length: messages * events }, () => eventBody(makeEvent("reseller"))),
);

function post(body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const request = http.request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", resolve);
    });
    request.on("error", reject).end(body);
  });
}

async function run(some: string[][]) {
  for (const bodies of some) await Promise.all(bodies.map(post));
}
const warmUp = Math.ceil(calls / 5);
await run(batches.slice(0, warmUp));
tellParent(await effortOf(() => run(batches.slice(warmUp))));
agent.destroy();
