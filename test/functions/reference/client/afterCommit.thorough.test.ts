import { beforeAll, expect, it } from "vitest";
import { orThrow } from "../../../../functions/reference/client/index.ts";
import { makeEstate, onboardingBody } from "../../../support/factories.ts";
import { startService } from "../../../support/service.ts";
import { startFaultyProxy } from "../faultyProxy.ts";
import { clientOf, collect, makeClock } from "./support.ts";

const EACH = 12;
const FAULTS = ["drop", "cut", "hang", "unavailable"] as const;

let baseUrl: string;

beforeAll(async () => {
  baseUrl = await startService();
});

it("does each POST once behind a proxy that fails one request in five after the commit", async () => {
  const { reseller, business } = await makeEstate();
  const clock = makeClock();
  const { proxy, failures } = await startFaultyProxy(baseUrl, FAULTS, clock.expire);
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
