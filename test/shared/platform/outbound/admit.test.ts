import { beforeAll, expect, test } from "vitest";
import {
  allowLocalAddresses,
  outboundRequest,
} from "../../../../shared/platform/outbound/index.ts";
import { serve } from "../../../support/site.ts";

beforeAll(() => allowLocalAddresses());

test("waiting counts neither as a request's time nor against its limit, also at a redirect's target", async () => {
  const end = await serve({ "/": "<h1>Here</h1>" });
  const door = await serve({ "/": { status: 302, headers: { location: end.url } } });
  const admitted: string[] = [];
  const waitMs = 300;
  const admit = async (host: string) => {
    admitted.push(host);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  };
  const limits = { maxBytes: 1000, maxRedirects: 1, timeoutMs: 2 * waitMs };
  const named = `http://localhost:${(await serve({ "/": "<h1>Here</h1>" }, { address: "127.0.0.1" })).port}`;
  const from = performance.now();
  const { status, durationMs } = await outboundRequest(door.url, { ...limits, admit });
  const tookMs = performance.now() - from;
  expect(status).toBe(200);
  expect(durationMs).toBeLessThanOrEqual(tookMs - 2 * waitMs + 10);
  await outboundRequest(named, { ...limits, admit });
  expect(admitted).toEqual([new URL(door.url).hostname, new URL(end.url).hostname, "localhost"]);
});

test("the limit still ends a request that was admitted", async () => {
  const site = await serve({ "/": () => {} });
  const limits = { maxBytes: 1000, maxRedirects: 1, timeoutMs: 50 };
  const admitted = outboundRequest(site.url, { ...limits, admit: async () => {} });
  await expect(admitted).rejects.toMatchObject({ failure: "timeout" });
});
