import { request as forward } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Site, serve } from "../../support/site.ts";

/** How an answer gets lost: the connection breaks before or within it, it is a 503, or it never comes. */
export type Fault = "drop" | "cut" | "unavailable" | "hang";

/**
 * A proxy that fails one request in five once the service has done it, each time in another of these
 * ways, until the test is over. `hang` is told of a request that is not answered.
 */
export async function startFaultyProxy(
  service: string,
  faults: readonly Fault[],
  hang: () => void = () => {},
): Promise<{ proxy: Site; failures: () => number }> {
  let requests = 0;
  let failed = 0;
  const proxy = await serve(async (request, response) => {
    const { method, url = "/", headers } = request;
    const sent = await buffer(request);
    const { promise, resolve, reject } = Promise.withResolvers<typeof request>();
    // With the host that was asked: pages lead back here.
    forward(new URL(url, service), { method, headers }, resolve).on("error", reject).end(sent);
    const answer = await promise;
    const content = await buffer(answer);
    requests += 1;
    const fault = requests % 5 === 3 ? faults[failed++ % faults.length] : undefined;
    if (fault === "drop") return response.destroy();
    if (fault === "hang") return hang();
    if (fault === "unavailable") return response.writeHead(503, { "retry-after": "0" }).end("{}");
    const { "transfer-encoding": _, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, { ...kept, "content-length": content.length });
    if (fault === "cut") return response.write(content.subarray(0, -9), () => response.destroy());
    response.end(content);
  });
  return { proxy, failures: () => failed };
}
