import { describe, expect, it } from "vitest";
import type { Client } from "../../../../functions/reference/client/index.ts";
import { type Step, startSteps } from "./support.ts";

const uuid = "01a1f3c2-8d4e-7b6a-9c5d-000000000004";
const website = { params: { path: { website_uuid: uuid } } };

const get = (api: Client) => api.GET("/v1/websites/{website_uuid}", website);
const patch = (api: Client) =>
  api.PATCH("/v1/websites/{website_uuid}", { ...website, body: { hostname: "example.com" } });
const remove = (api: Client) => api.DELETE("/v1/websites/{website_uuid}", website);
const post = (api: Client, headers?: Record<string, string>) =>
  api.POST("/v1/websites", {
    params: { query: { businessUuid: uuid } },
    body: { hostname: "example.com" },
    ...(headers && { headers }),
  });

const busy = (value?: string): Step => ({
  status: 503,
  ...(value && { headers: { "retry-after": value } }),
});
const limited: Step = { status: 429, headers: { "retry-after": "1" } };

describe("a call that fails", () => {
  it.each<[string, Step]>([
    ["429", limited],
    ["502", { status: 502 }],
    ["503", busy()],
    ["504", { status: 504 }],
    ["a connection that is dropped", "drop"],
    ["an answer that is cut off", "cut"],
    ["an answer that is no JSON", "garbled"],
    ["no answer in time", "hang"],
  ])("is made again after %s, with the same key, body and headers", async (_, step) => {
    for (const call of [get, patch, remove, post]) {
      const { api, requests } = await startSteps([step, "well"]);
      expect(await call(api)).toEqual({ data: {} });
      expect(requests.length).toBe(2);
      expect(requests[1]).toEqual(requests[0]);
    }
  });

  it.each<[string, Step]>([
    ["400", { status: 400 }],
    ["401", { status: 401 }],
    ["404", { status: 404 }],
    ["422", { status: 422 }],
    ["500", { status: 500 }],
    ["an unknown status", { status: 418 }],
  ])("is not made again after %s", async (_, step) => {
    const { api, requests } = await startSteps([step, "well"]);
    expect((await get(api)).error?.attempts).toBe(1);
    expect(requests.length).toBe(1);
  });

  it("is made four times more, and as often as maxRetries says", async () => {
    const { api, requests } = await startSteps([busy()]);
    expect((await get(api)).error).toMatchObject({ kind: "unavailable", status: 503, attempts: 5 });
    expect(requests.length).toBe(5);
    const never = await startSteps([busy()], { maxRetries: 0 });
    expect((await get(never.api)).error?.attempts).toBe(1);
  });
});

describe("a POST that fails", () => {
  it("may have been done after a lost answer or a 503, and not after 429", async () => {
    for (const [step, kind] of [["drop", "network"] as const, [busy(), "unavailable"] as const]) {
      const { error } = await post((await startSteps([step])).api);
      expect(error).toMatchObject({ kind, attempts: 5, mayHaveBeenDone: true });
    }
    const { api } = await startSteps([limited]);
    expect((await post(api)).error).toMatchObject({ attempts: 5, mayHaveBeenDone: false });
  });

  it("is not made again after 500", async () => {
    const { api } = await startSteps([{ status: 500 }, "well"]);
    expect((await post(api)).error).toMatchObject({ attempts: 1, mayHaveBeenDone: true });
  });

  it("waits for the same request that is under way", async () => {
    const underWay = { status: 409, headers: { "retry-after": "2" } };
    const { api, clock } = await startSteps([underWay, "well"]);
    expect(await post(api)).toEqual({ data: {} });
    expect(clock.pauses).toEqual([2250]);
    const other = await startSteps([{ status: 409 }, "well"]);
    expect((await post(other.api)).error).toMatchObject({ kind: "conflict", attempts: 1 });
  });

  it("has a key of its own, or the one that it is given; other calls have none", async () => {
    const { api, requests } = await startSteps(["well"]);
    await post(api);
    await post(api);
    await post(api, { "Idempotency-Key": "mine" });
    await patch(api);
    const [first, second, mine, none] = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(first).not.toBe(second);
    expect([mine, none]).toEqual(["mine", undefined]);
  });
});

describe("the pause before another attempt", () => {
  it("doubles up to 20 seconds, and is drawn at random from nothing to that", async () => {
    const { api, clock } = await startSteps([busy()], { maxRetries: 8 });
    await get(api);
    expect(clock.pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    const none = await startSteps([busy()], { random: () => 0 });
    await get(none.api);
    expect(none.clock.pauses).toEqual([0, 0, 0, 0]);
  });

  it.each<[string, string, number]>([
    ["in seconds", "7", 7250],
    ["as nothing that can be read", "soon", 250],
  ])("comes after what Retry-After says %s", async (_, value, pause) => {
    const { api, clock } = await startSteps([busy(value), "well"]);
    expect(await get(api)).toEqual({ data: {} });
    expect(clock.pauses).toEqual([pause]);
  });

  it("is at most a minute and the backoff: who is told to come back later hears when", async () => {
    const minute = await startSteps([busy("60"), "well"]);
    expect(await get(minute.api)).toEqual({ data: {} });
    const hour = await startSteps([{ status: 429, headers: { "retry-after": "3600" } }, "well"]);
    const { error } = await get(hour.api);
    expect(error).toMatchObject({ kind: "rate_limited", attempts: 1, retryAfterMs: 3_600_000 });
  });
});

describe("a signal", () => {
  it("ends a call before it begins", async () => {
    const { api, requests } = await startSteps(["well"]);
    const { error } = await api.GET("/v1/plans", { signal: AbortSignal.abort("enough") });
    expect(error).toMatchObject({ kind: "aborted", cause: "enough", attempts: 0 });
    expect(requests).toEqual([]);
  });

  it("ends an attempt that is under way", async () => {
    const controller = new AbortController();
    const fetch: typeof globalThis.fetch = (...request) => {
      const answer = globalThis.fetch(...request);
      controller.abort("enough");
      return answer;
    };
    const { api } = await startSteps(["well"], { fetch });
    const { error } = await api.GET("/v1/plans", { signal: controller.signal });
    expect(error).toMatchObject({ kind: "aborted", cause: "enough", attempts: 1 });
  });

  it("ends a pause", async () => {
    const controller = new AbortController();
    const random = () => {
      controller.abort("enough");
      return 0.5;
    };
    const { api, requests } = await startSteps([busy("1"), "well"], { random });
    const { error } = await api.GET("/v1/plans", { signal: controller.signal });
    expect(error).toMatchObject({ kind: "aborted", attempts: 1, mayHaveBeenDone: false });
    expect(requests.length).toBe(1);
  });
});

describe("a key", () => {
  it("goes to the service only, whatever it redirects to", async () => {
    const other = await startSteps(["well"]);
    const headers = { location: `${other.site.url}/v1/plans` };
    const { api, requests } = await startSteps([{ status: 307, headers }]);
    expect((await api.GET("/v1/plans")).error).toMatchObject({ kind: "unexpected", status: 307 });
    expect(requests[0]?.headers["api-key"]).toBe("key");
    expect(other.requests).toEqual([]);
  });
});
