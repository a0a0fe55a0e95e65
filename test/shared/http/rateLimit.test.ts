import type { Context } from "aws-lambda";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { Forbidden } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { run } from "../../functions/operators/run.ts";
import { call, callRaw, eventFor, handlerOf } from "../../support/api.ts";
import { problem } from "../../support/expected.ts";
import { makeKey, makeReseller, type TestReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { plansFunction } from "../../support/plansFunction.ts";

const PLANS = "GET /v1/plans";
const WEBHOOKS = "POST /v1/webhooks";
const NOW = Date.parse("2026-11-22T12:00:00Z");
const NAMES = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

let reseller: TestReseller;
let key: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOW);
  onTestFinished(() => void vi.useRealTimers());
  reseller = await makeReseller({ reads_per_minute: 3, writes_per_minute: 2 });
  ({ key } = reseller);
});

function headersFor(most: number, remaining: number, seconds = 60) {
  return {
    "x-ratelimit-limit": String(most),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + seconds),
  };
}

const body = { endpoint: "https://hooks.example.com/in" };

test("answers tell how many requests are left; beyond, 429 and when to come back", async () => {
  for (const remaining of [2, 1, 0]) {
    expect(await call(PLANS, { key })).toMatchObject({
      status: 200,
      headers: headersFor(3, remaining),
    });
  }
  vi.setSystemTime(NOW + 10_400);
  // A third of what was used has to be over: 20 seconds of the next minute.
  expect(await call(PLANS, { key })).toEqual(
    problem(429, "The limit is 3 reads a minute. The header retry-after says when to retry.", {
      ...headersFor(3, 0, 70),
      "retry-after": "70",
    }),
  );
  vi.setSystemTime(NOW + 10_400 + 70_000);
  expect(await call(PLANS, { key })).toMatchObject({ status: 200 });
});

test("reads are GET and HEAD, writes all else, in all groups and with all keys together", async () => {
  const other = await makeKey(reseller.uuid);
  const statuses = [];
  for (const [route, request] of [
    [PLANS, { key }],
    ["HEAD /v1/webhooks", { key: other }],
    ["GET /v1/account", { key }],
    ["GET /v1/users", { key: other }],
    [WEBHOOKS, { key, body }],
    ["DELETE /v1/webhooks/{webhook_uuid}", { key: other, uuid: newUuid() }],
    ["PATCH /v1/businesses/{business_uuid}", { key, uuid: newUuid(), body: {} }],
  ] as const) {
    statuses.push((await callRaw(route, request)).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 200, 404, 429]);
});

test("another reseller's requests don't count", async () => {
  for (let count = 0; count < 4; count += 1) await call(PLANS, { key });
  const { key: foreign } = await makeReseller({ reads_per_minute: 1 });
  expect(await call(PLANS, { key: foreign })).toMatchObject({ status: 200 });
});

test("every answer to a good key tells: errors, and a refusal before anything is looked at", async () => {
  const { key } = await makeReseller({ reads_per_minute: 9, writes_per_minute: 2 });
  const answers = [
    await callRaw(PLANS, { key }),
    await callRaw("GET /v1/websites", { key }),
    await callRaw("GET /v1/websites/{website_uuid}", { key, uuid: "x" }),
    await callRaw(WEBHOOKS, { key, body: "{" }),
    await callRaw(WEBHOOKS, { key, body: {} }),
    await callRaw(WEBHOOKS, { key, body: "{" }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422, 404, 400, 422, 429]);
  for (const { headers } of answers)
    expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(NAMES));
});

test("answers to a request without a good key, or without a limit, name no limit", async () => {
  const unlimited = await makeReseller();
  for (const key of ["rwm_1", unlimited.key]) {
    const { headers } = await call(PLANS, { key: key });
    expect(Object.keys(headers).filter((name) => name.includes("ratelimit"))).toEqual([]);
  }
});

test("the clock of a container that is wrong by minutes does not matter", async () => {
  const handler = await handlerOf(PLANS);
  const answers = [];
  for (const skew of [0, 300_000, -300_000, 0]) {
    const event = eventFor(PLANS, { key });
    vi.setSystemTime(NOW + skew);
    const { statusCode, headers } = await handler(event, {} as Context);
    answers.push([statusCode, headers?.["x-ratelimit-reset"]]);
    vi.setSystemTime(NOW);
  }
  const [reset, refused] = [String(NOW / 1000 + 60), String(NOW / 1000 + 80)];
  expect(answers).toEqual([
    [200, reset],
    [200, reset],
    [200, reset],
    [429, refused],
  ]);
});

test("a key that is used from elsewhere, or read-only and used to write, takes nothing from its reseller's limit", async () => {
  const elsewhere = await makeKey(reseller.uuid, { allowed_ips: ["203.0.113.0/24"] });
  for (let count = 0; count < 4; count += 1) {
    expect(await call(PLANS, { key: elsewhere })).toMatchObject({ status: 403 });
  }
  expect(await call(PLANS, { key })).toMatchObject({ headers: headersFor(3, 2) });
  const readOnly = await makeKey(reseller.uuid, { is_read_only: true });
  for (let count = 0; count < 3; count += 1) {
    expect(await call(WEBHOOKS, { key: readOnly, body })).toMatchObject({ status: 403 });
  }
  expect(await call(WEBHOOKS, { key, body })).toMatchObject({ headers: headersFor(2, 1) });
});

test('what an operator sets holds within ten seconds, and "" is the stage\'s limit again', async () => {
  await call(PLANS, { key });
  const shown = await run("reseller set", { uuid: reseller.uuid, reads_per_minute: "1" });
  expect(shown).toMatchObject({ reads_per_minute: 1, writes_per_minute: 2 });
  vi.setSystemTime(NOW + 10_000);
  expect(await call(PLANS, { key })).toMatchObject({ status: 429 });
  expect(await run("reseller set", { uuid: reseller.uuid, reads_per_minute: "" })).toMatchObject({
    reads_per_minute: null,
  });
  // Also where nobody has asked for an hour.
  vi.setSystemTime(NOW + 3_600_000);
  expect((await call(PLANS, { key })).headers).not.toHaveProperty("x-ratelimit-limit");
});

test.each([
  ["answered", async () => fetched([])],
  ["refused", () => Promise.reject(new Forbidden("no"))],
])(
  "a request is %s once what it counts is flushed: its process may be stopped then",
  async (_, answer) => {
    const handler = plansFunction(answer);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const order: string[] = [];
    const flushing = Promise.withResolvers<void>();
    const end = interceptRequests(async (command, { Key }) => {
      if (command !== "Update" || !JSON.stringify(Key).includes("rate#")) return;
      flushing.resolve();
      await held;
      order.push("flushed");
    });
    onTestFinished(end);
    const done = handler(eventFor(PLANS, { key }) as ApiEvent, {} as Context).then(() =>
      order.push("answered"),
    );
    await flushing.promise;
    // Nothing else is waited for, so that it would be answered meanwhile.
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
    release();
    await done;
    expect(order).toEqual(["flushed", "answered"]);
  },
);

test("a route that causes more work counts more, and so does its HEAD", async () => {
  const { key } = await makeReseller({ reads_per_minute: 10 });
  for (const method of ["GET", "HEAD"]) {
    const { headers } = await callRaw(`${method} /v1/account/websites`, { key });
    expect(headers).toMatchObject(headersFor(10, method === "GET" ? 8 : 6));
  }
});

test("answers while what it counts with fails", async () => {
  vi.setSystemTime(NOW);
  const end = interceptRequests((command, { Key }) => {
    if (command === "Update" && JSON.stringify(Key ?? {}).includes("rate#"))
      throw new Error("away");
  });
  onTestFinished(end);
  for (let count = 0; count < 3; count += 1) {
    expect(await call("GET /v1/webhooks", { key })).toMatchObject({ status: 200 });
  }
});
