import http from "node:http";
import { eventBody } from "../../../functions/events/event.ts";
import { signerOf } from "../../../functions/events/signing.ts";
import { userAgent } from "../../../shared/outbound/index.ts";
import { effortOf, readInput, takeTurns } from "../inChild.ts";
import { endpointUrl, type Load, makeEvent } from "./batches.ts";

/**
 * Posts the deliverer's bodies and headers with Node's own client, with the same number of concurrent
 * requests and kept connections. The bodies are made in advance.
 */
const { port, calls, messages, events, webhooks } = readInput<Load>();
const AT_ONCE = 10;
const agent = new http.Agent({ keepAlive: true });
const url = endpointUrl(0, port);
const sign = signerOf([`whsec_${Buffer.alloc(32).toString("base64")}`]);

function makeRequest() {
  const event = makeEvent("reseller");
  const body = eventBody(event);
  const headers = {
    "content-type": "application/json",
    "content-length": body.length,
    ...sign({ id: event.id, timestamp: 1_800_000_000, body }),
    "user-agent": userAgent(),
    "accept-encoding": "gzip, deflate, br, zstd",
  };
  return { body, headers };
}

function post({ body, headers }: ReturnType<typeof makeRequest>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", resolve);
    });
    request.on("error", reject).end(body);
  });
}

async function postAll(requests: ReturnType<typeof makeRequest>[]) {
  const rest = requests.values();
  const work = async () => {
    for (const request of rest) await post(request);
  };
  await Promise.all(Array.from({ length: webhooks * AT_ONCE }, work));
}

takeTurns(async () => {
  const batches = Array.from({ length: calls }, () =>
    Array.from({ length: messages * events }, makeRequest),
  );
  return await effortOf(async () => {
    for (const requests of batches) await postAll(requests);
  });
});
