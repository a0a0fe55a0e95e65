import { request } from "node:https";
import { text } from "node:stream/consumers";
import { allowLocalAddresses } from "../../shared/outbound/index.ts";

// Runs first in each bundle for the emulator, whose websites, webhooks and AWS are on this machine.
allowLocalAddresses();
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const url = new URL(String(input));
  return url.hostname.endsWith(".amazonaws.com") ? askEmulator(url, init) : fetch(input, init);
};

/** Sends a signed request, which names a host of AWS, to the emulator; the signature covers that name. */
async function askEmulator({ host, pathname, search }: URL, { headers }: RequestInit = {}) {
  const { hostname, port } = new URL(process.env["AWS_ENDPOINT_URL"] ?? "");
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const path = pathname + search;
  const named = { ...Object.fromEntries(new Headers(headers)), host };
  request({ hostname, port, path, headers: named, servername: "localhost" })
    .once("response", async (response) =>
      resolve(new Response(await text(response), { status: response.statusCode ?? 500 })),
    )
    .once("error", reject)
    .end();
  return await promise;
}
