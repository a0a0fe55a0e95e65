import { text } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { orThrow } from "../../../shared/client/index.ts";
import { makeEstate, onboardingBody } from "../../support/factories.ts";
import { startService } from "../../support/service.ts";
import { serve } from "../../support/site.ts";
import { clientOf, collect, makeClock } from "./support.ts";

const EACH = 12;
const FAULTS = ["drop", "cut", "hang", "unavailable"] as const;

let baseUrl: string;

beforeAll(async () => {
  baseUrl = await startService();
});

/** A proxy that fails one request in five once the service has done it, each time in another way. */
async function startProxy(clock: ReturnType<typeof makeClock>) {
  let requests = 0;
  let failed = 0;
  const proxy = await serve(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const body = await text(request);
    const given = Object.entries(headers).filter(
      ([name]) => !/^(host|connection|.*-length)$/.test(name),
    );
    const answer = await fetch(new URL(url, baseUrl), {
      method,
      headers: given as [string, string][],
      ...(body && { body }),
    });
    const content = await answer.text();
    requests += 1;
    const fault = requests % 5 === 3 ? FAULTS[failed++ % FAULTS.length] : undefined;
    if (fault === "drop") return void response.destroy();
    if (fault === "hang") return clock.expire();
    if (fault === "unavailable")
      return void response.writeHead(503, { "retry-after": "1" }).end("{}");
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      "content-length": String(Buffer.byteLength(content)),
    });
    if (fault === "cut") return void response.write(content.slice(0, -9), () => response.destroy());
    response.end(content);
  });
  return { proxy, failures: () => failed };
}

it("does each POST once behind a proxy that fails one request in five after the commit", async () => {
  const { reseller, business } = await makeEstate();
  const clock = makeClock();
  const { proxy, failures } = await startProxy(clock);
  const api = clientOf(proxy, { clock, apiKey: reseller.key });
  const direct = clientOf({ url: baseUrl }, { apiKey: reseller.key });
  const query = { businessUuid: business };
  const listed = async () => {
    const websites = await collect(direct.items("/v1/websites", { params: { query } }));
    const users = await collect(direct.items("/v1/users"));
    return { websites, users, webhooks: await collect(direct.items("/v1/webhooks")) };
  };
  const before = await listed();
  const [websites, webhooks, users] = [[...before.websites], [...before.webhooks], before.users];
  for (let count = 0; count < EACH; count += 1) {
    const body = { hostname: `https://${count}.example.com` };
    const website = await orThrow(api.POST("/v1/websites", { params: { query }, body }));
    websites.push(website.data);
    webhooks.push((await orThrow(api.POST("/v1/webhooks", { body }))).data);
    await orThrow(api.POST("/v1/onboarding", { body: onboardingBody() }));
  }
  expect(failures()).toBeGreaterThanOrEqual(8);
  const after = await listed();
  expect([after.websites, after.webhooks]).toEqual([websites, webhooks]);
  expect(after.users.length).toBe(users.length + EACH);
});
