import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import { authenticate } from "../../../shared/http/authenticate.ts";
import { errorResponses } from "../../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { rateLimit } from "../../../shared/http/rateLimit.ts";
import { AtOnce, SLOW_MS } from "../../../shared/limits/atOnce.ts";
import { bookRequests, readBookings } from "../../../shared/limits/rateBookings.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { eventFor } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

const MOST = 2;

/** A handler of which each request runs until it is released. */
function makeHandler(after = () => {}) {
  const running: (() => void)[] = [];
  const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(errorResponses())
    .use({ after })
    .use(authenticate())
    .use(rateLimit("plans", MOST))
    .handler(async () => {
      await new Promise<void>((release) => running.push(release));
      return { statusCode: 200 };
    });
  return { handler, running };
}

async function turns(count: number) {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

async function until(holds: () => boolean) {
  while (!holds()) await turns(1);
}

async function begin(count: number, key: string, ms: number, after?: () => void) {
  const { handler, running } = makeHandler(after);
  const ask = () => handler(eventFor("GET /v1/plans", { key }) as ApiEvent, {} as Context);
  const answers = Array.from({ length: count }, ask);
  await until(() => running.length === count);
  vi.advanceTimersByTime(ms);
  return { answers, running, ask };
}

async function makeCaller() {
  const { key, uuid: reseller_uuid } = await makeReseller({ reads_per_minute: 5 });
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return { key, reseller_uuid };
}

test("a reseller's slow requests beyond the limit are refused until others have ended", async () => {
  const { key, reseller_uuid } = await makeCaller();
  const { answers, running, ask } = await begin(MOST, key, SLOW_MS);
  const place = { reseller_uuid, kind: "at-once-plans" } as const;
  while ((await readBookings(place)).total < MOST) await turns(1);
  // Until the container has the answers, too.
  await turns(1000);
  const refused = await ask();
  expect(refused).toMatchObject({ statusCode: 429, headers: { "retry-after": "1" } });
  expect(JSON.parse(refused.body ?? "").message).toBe(
    "At most 2 slow requests may run at once. Retry in a second.",
  );
  for (const release of running.splice(0)) release();
  expect(await Promise.all(answers)).toEqual([{ statusCode: 200 }, { statusCode: 200 }]);
  const next = ask();
  await until(() => running.length === 1);
  running[0]?.();
  expect(await next).toEqual({ statusCode: 200 });
});

test("quick requests are not counted, however many there are at once", async () => {
  const booked = vi.fn();
  onTestFinished(interceptRequests((_, { Key }) => isAtOnce(Key) && booked()));
  const { answers, running } = await begin(MOST + 2, (await makeCaller()).key, SLOW_MS - 1);
  for (const release of running) release();
  await Promise.all(answers);
  expect(booked).not.toHaveBeenCalled();
});

test("nobody is refused while the table does not count", async () => {
  onTestFinished(
    interceptRequests((_, { Key }) => {
      if (isAtOnce(Key)) throw new Error("away");
    }),
  );
  const { answers, running, ask } = await begin(MOST, (await makeCaller()).key, SLOW_MS);
  const next = ask();
  await until(() => running.length === MOST + 1);
  for (const release of running) release();
  expect((await Promise.all([...answers, next])).map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 200,
  ]);
});

test("a request runs while others book before each of its tries, as long as there is room", async () => {
  const place = { reseller_uuid: newUuid(), kind: "at-once-plans" } as const;
  const [counter, now] = [new AtOnce(place), Date.now()];
  await (await counter.begin(MOST, now))?.noteSlow(now);
  const other = { time: "00000", amount: 0, free: 1, lapsed: [], now };
  const raced = vi.fn(() => bookRequests(place, other));
  const end = interceptRequests((_, { Key, ConditionExpression }) =>
    isAtOnce(Key) && ConditionExpression ? raced() : undefined,
  );
  onTestFinished(end);
  expect(await counter.begin(MOST, now)).toBeDefined();
  expect(raced).toHaveBeenCalledTimes(20);
  end();
  await (await counter.begin(MOST, now))?.noteSlow(now);
  expect(await counter.begin(MOST, now)).toBeUndefined();
});

function isAtOnce(key: unknown): boolean {
  return JSON.stringify(key ?? {}).includes("at-once-");
}

test("a slow request ends once, even if its answer fails", async () => {
  const { key, reseller_uuid } = await makeCaller();
  const { answers, running } = await begin(1, key, SLOW_MS, () => {
    throw new Error("The answer can't be written");
  });
  const place = { reseller_uuid, kind: "at-once-plans" } as const;
  while ((await readBookings(place)).total < 1) await turns(1);
  running[0]?.();
  expect((await answers[0])?.statusCode).toBe(500);
  const { times } = await readBookings(place);
  expect([...times.values()]).toEqual([0]);
});
