import { describe, expect, onTestFinished, test } from "vitest";
import { Webhook, type WebhookRecord } from "../../../../shared/entities/webhook.ts";
import type { Clock } from "../../../../shared/platform/time.ts";
import { DELAYS_SECONDS } from "../../../../shared/webhooks/attempt.ts";
import { attempted } from "../../../../shared/webhooks/health.ts";
import {
  changeHealth,
  disableWebhook,
  enableWebhook,
} from "../../../../shared/webhooks/webhook.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import {
  DONE,
  deliver,
  dueMessage,
  findHealth,
  gate,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  retry,
  runRetries,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

const NOON = Date.now();
const DAY = 24 * 3600 * 1000;

/** An endpoint that answers with `answers.status`, and its webhook. */
async function setUp(status = 500) {
  const answers: { status: number; headers?: Record<string, string> } = { status };
  const receiver = await startReceiver((_, response) =>
    response.writeHead(answers.status, answers.headers).end(),
  );
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock(NOON);
  const send = async (count: number) => {
    const events = makeEvents(webhook, count);
    expect(await deliver([messageFor(webhook, events)], { clock })).toEqual(DONE);
    return events;
  };
  /** Looks at the webhook when it is due. */
  const look = async () => {
    clock.set((await findHealth(webhook))?.due_at ?? "");
    expect(await retry([await dueMessage(webhook)], { clock })).toEqual(DONE);
  };
  const triesOf = async () => (await readLog(webhook)).map(({ tries }) => tries).toSorted();
  return { answers, receiver, webhook, clock, send, look, triesOf };
}

async function isDisabled({ reseller_uuid, uuid }: WebhookRecord) {
  const { data } = await Webhook.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data?.disabled_reason;
}

test("a delivery fails after ten attempts by the schedule; after five days of failures its webhook is disabled even without deliveries", async () => {
  const { webhook, clock, send, receiver } = await setUp();
  await send(1);
  await runRetries(webhook, { clock, until: NOON + 4 * DAY });
  const [delivery] = await readLog(webhook);
  expect(delivery).toMatchObject({ status: "failed", tries: DELAYS_SECONDS.length + 1 });
  expect(delivery?.next_attempt_at).toBeUndefined();
  expect(receiver.requests).toHaveLength(10);
  const times = delivery?.attempts.map((attempt) => Date.parse(attempt.at)) ?? [];
  for (const [index, time] of times.slice(1).entries()) {
    const waited = (time - (times[index] ?? 0)) / 1000;
    const delay = DELAYS_SECONDS[index] ?? 0;
    expect(waited).toBeGreaterThanOrEqual(delay);
    expect(waited).toBeLessThanOrEqual(delay * 1.1 + 10);
  }
  await runRetries(webhook, { clock, until: NOON + 5 * DAY - 1000 });
  expect(await isDisabled(webhook)).toBeUndefined();
  await runRetries(webhook, { clock });
  expect(await isDisabled(webhook)).toBe("failing");
  expect(Math.abs(clock.now() - NOON - 5 * DAY)).toBeLessThan(10_000);
  expect(await findHealth(webhook)).toBeUndefined();
});

test("a failing endpoint gets one attempt at a time, at gaps that grow up to five minutes", async () => {
  const { webhook, clock, send, look, receiver, triesOf } = await setUp();
  await send(1);
  await send(9);
  const gaps: number[] = [];
  for (let attempts = 1; attempts <= 8; attempts += 1) {
    const before = receiver.requests.length;
    await look();
    expect(receiver.requests.length - before).toBe(1);
    gaps.push((Date.parse((await findHealth(webhook))?.due_at ?? "") - clock.now()) / 1000);
  }
  expect(gaps.map((gap) => Math.floor(gap))).toEqual([6, 12, 24, 48, 96, 192, 300, 300]);
  // Each attempt counts for its own delivery only.
  expect(await triesOf()).toEqual([0, ...Array(9).fill(1)]);
});

test("an attempt that succeeds has all that is due sent, and then nothing is left of the failures", async () => {
  const { answers, webhook, clock, send, receiver } = await setUp();
  const events = [...(await send(25)), ...(await send(30))];
  answers.status = 204;
  clock.advance(600);
  const requestCount = receiver.requests.length;
  expect(await retry([await dueMessage(webhook)], { clock })).toEqual(DONE);
  expect(idsOf(receiver)).toEqual(events.map(({ id }) => id).toSorted());
  expect(receiver.requests.length - requestCount).toBe(55);
  const log = await readLog(webhook);
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
  const health = await findHealth(webhook);
  expect([health?.is_open, health?.failing_since]).toEqual([undefined, undefined]);
  await runRetries(webhook, { clock });
  expect(await findHealth(webhook)).toBeUndefined();
  expect(receiver.requests.length - requestCount).toBe(55);
});

test("while the endpoint fails, the delivery that has been due longest is sent", async () => {
  const { clock, send, look, receiver } = await setUp();
  await send(1);
  clock.advance(1);
  const oldest = await send(1);
  clock.advance(1);
  await send(1);
  await look();
  expect(receiver.received.slice(1).map(({ id }) => id)).toEqual(oldest.map(({ id }) => id));
});

test("a delivery that its endpoint never takes keeps its schedule, and others are sent", async () => {
  const refused = new Set<string>();
  const receiver = await startReceiver(({ id }, response) =>
    response.writeHead(refused.has(id) ? 500 : 204).end(),
  );
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock(NOON);
  const [poison, ...others] = makeEvents(webhook, 30);
  if (!poison) throw new Error("There is no event");
  refused.add(poison.id);
  await deliver([messageFor(webhook, [poison])], { clock });
  await deliver([messageFor(webhook, others)], { clock });
  await runRetries(webhook, { clock, until: NOON + 3600_000 });
  const log = await readLog(webhook);
  const [remaining, ...more] = log.filter(({ status }) => status === "pending");
  expect(more).toEqual([]);
  // Attempts after 0 s, 5 s, 5 min and 30 min.
  expect(remaining).toMatchObject({ event_id: poison.id, tries: 4 });
  expect(receiver.requests).toHaveLength(29 + 4);
});

test("410 to a retry disables the webhook", async () => {
  const { answers, webhook, clock, send } = await setUp();
  await send(2);
  answers.status = 410;
  await runRetries(webhook, { clock });
  expect(await isDisabled(webhook)).toBe("gone");
  const statuses = (await readLog(webhook)).map(({ status }) => status);
  expect(statuses).toEqual(["pending", "pending"]);
});

test("nothing is sent before the time that the endpoint asks for", async () => {
  const { answers, webhook, clock, send, look, receiver } = await setUp(503);
  answers.headers = { "retry-after": "700" };
  await send(1);
  await send(3);
  expect(receiver.requests).toHaveLength(1);
  answers.status = 200;
  await look();
  expect(clock.now() - NOON).toBeGreaterThanOrEqual(700_000);
  await runRetries(webhook, { clock });
  expect(receiver.requests).toHaveLength(5);
});

describe("nothing is sent", () => {
  test("while the webhook is disabled; its deliveries wait until it is enabled", async () => {
    const { answers, webhook, clock, send, receiver } = await setUp();
    await send(2);
    const message = await dueMessage(webhook);
    await disableWebhook(webhook, { reason: "operator", now: new Date(clock.now()) });
    clock.advance(60);
    expect(await retry([message], { clock })).toEqual(DONE);
    expect(receiver.requests).toHaveLength(2);
    expect(await findHealth(webhook)).toBeUndefined();
    expect(await readLog(webhook)).toMatchObject([{ status: "pending" }, { status: "pending" }]);
    answers.status = 204;
    await enableWebhook(webhook);
    await runRetries(webhook, { clock });
    const statuses = (await readLog(webhook)).map(({ status }) => status);
    expect(statuses).toEqual(["delivered", "delivered"]);
  });

  test("for a message that comes late or twice, or to two workers at once", async () => {
    const { webhook, clock, send, receiver } = await setUp();
    await send(1);
    const message = await dueMessage(webhook);
    clock.advance(60);
    const both = [retry([message], { clock }), retry([message, message], { clock })];
    expect(await Promise.all(both)).toEqual([DONE, DONE]);
    expect(receiver.requests).toHaveLength(2);
    const before = await readLog(webhook);
    expect(before).toMatchObject([{ tries: 2, attempts: [{}, {}] }]);
    expect(await retry([message], { clock })).toEqual(DONE);
    expect(await readLog(webhook)).toEqual(before);
  });
});

test("a worker that dies is replaced after 90 seconds", async () => {
  const { webhook, clock, send, receiver } = await setUp();
  await send(1);
  clock.advance(60);
  const message = await dueMessage(webhook);
  let isDead = false;
  const end = interceptRequests((command) => {
    if (isDead) throw new Error("The worker is dead");
    // The claim.
    isDead = command === "Put";
  });
  onTestFinished(end);
  const givenBack = { batchItemFailures: [{ itemIdentifier: "message-0" }] };
  expect(await retry([message], { clock })).toEqual(givenBack);
  end();
  expect(await retry([message], { clock })).toEqual(DONE);
  // The attempt that the dead worker could not log.
  expect(receiver.requests).toHaveLength(2);
  clock.set((await findHealth(webhook))?.due_at ?? "");
  expect(clock.now() - NOON).toBeLessThanOrEqual(151_000);
  expect(await retry([await dueMessage(webhook)], { clock })).toEqual(DONE);
  expect(receiver.requests).toHaveLength(3);
  expect(await readLog(webhook)).toMatchObject([{ tries: 2, attempts: [{}, {}] }]);
});

test.each<[string, (webhook: WebhookRecord, clock: Clock) => Promise<unknown>]>([
  ["the webhook is enabled", (webhook) => enableWebhook(webhook)],
  [
    "a deliverer's slow attempt succeeds",
    (webhook, clock) =>
      changeHealth(webhook, attempted({ result: "success" }, undefined, new Date(clock.now()))),
  ],
])("nothing is sent twice if %s while a retrier works", async (_, act) => {
  const [answered, waiting] = [gate(), gate()];
  let status = 500;
  const receiver = await startReceiver(async (_, response) => {
    if (status === 204) {
      waiting.open();
      await answered.passed;
    }
    response.writeHead(status).end();
  });
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock();
  await deliver([messageFor(webhook, makeEvents(webhook, 3))], { clock });
  status = 204;
  clock.advance(60);
  const before = receiver.requests.length;
  const worker = retry([await dueMessage(webhook)], { clock });
  await waiting.passed;
  await act(webhook, clock);
  const other = runRetries(webhook, { clock, until: clock.now() });
  answered.open();
  expect(await worker).toEqual(DONE);
  await other;
  await runRetries(webhook, { clock });
  expect(receiver.requests.length - before).toBe(3);
});

describe("a delivery is not forgotten that is added", () => {
  test("while a retrier works", async () => {
    const [answered, waiting] = [gate(), gate()];
    let status = 500;
    const receiver = await startReceiver(async (_, response) => {
      if (status === 200) {
        waiting.open();
        await answered.passed;
      }
      response.writeHead(status).end();
    });
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock(NOON);
    await deliver([messageFor(webhook, makeEvents(webhook, 3))], { clock });
    status = 200;
    clock.advance(60);
    const worker = retry([await dueMessage(webhook)], { clock });
    await waiting.passed;
    await deliver([messageFor(webhook, makeEvents(webhook, 2))], { clock });
    answered.open();
    expect(await worker).toEqual(DONE);
    await runRetries(webhook, { clock });
    const log = await readLog(webhook);
    expect(log.map(({ status }) => status)).toEqual(Array(5).fill("delivered"));
  });

  test("just before a retrier finds none, and before the index shows it", async () => {
    const { answers, webhook, clock, send, receiver } = await setUp();
    await send(1);
    answers.status = 204;
    clock.advance(10);
    // The index is empty for this call, as if it were behind.
    const message = await dueMessage(webhook);
    const end = interceptRequests((command, input) => {
      const values = input["ExpressionAttributeValues"] as Record<string, string> | undefined;
      if (command === "Query" && values?.[":pk"]) values[":pk"] = "nothing";
    });
    onTestFinished(end);
    expect(await retry([message], { clock })).toEqual(DONE);
    end();
    expect(receiver.requests).toHaveLength(1);
    await runRetries(webhook, { clock });
    expect(await readLog(webhook)).toMatchObject([{ status: "delivered", tries: 2 }]);
  });

  test("by a deliverer that reads the health before a retrier removes it", async () => {
    const { answers, webhook, clock, send } = await setUp();
    await send(1);
    answers.status = 204;
    let isDue = true;
    const end = interceptRequests(async (command) => {
      if (command !== "Put" || !isDue) return;
      isDue = false;
      await runRetries(webhook, { clock });
    });
    onTestFinished(end);
    await send(2);
    await runRetries(webhook, { clock });
    const statuses = (await readLog(webhook)).map(({ status }) => status);
    expect(statuses).toEqual(Array(3).fill("delivered"));
  });
});

test("what is left when the worker's time is up is sent by the next one", async () => {
  const { answers, webhook, clock, send, receiver } = await setUp();
  await send(25);
  const callCount = receiver.requests.length;
  answers.status = 204;
  clock.advance(60);
  const message = await dueMessage(webhook);
  const base = clock.now();
  // Each attempt takes 5 seconds, so half a minute is too short for all.
  const slowClock = { ...clock, now: () => base + (receiver.requests.length - callCount) * 5000 };
  expect(await retry([message], { clock: slowClock })).toEqual(DONE);
  expect(receiver.requests.length - callCount).toBeLessThan(20);
  const health = await findHealth(webhook);
  expect(Date.parse(health?.due_at ?? "")).toBeLessThanOrEqual(slowClock.now() + 6000);
  clock.advance(600);
  await runRetries(webhook, { clock });
  const log = await readLog(webhook);
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
});

test("a delivery that is logged but whose message was not finished is sent when the message comes again", async () => {
  const { answers, webhook, clock, send, receiver } = await setUp();
  await send(1);
  const [event] = makeEvents(webhook, 1);
  if (!event) throw new Error("There is no event");
  const message = messageFor(webhook, [event]);
  let isDead = false;
  const end = interceptRequests((command) => {
    if (isDead) throw new Error("The worker is dead");
    isDead = command === "Put";
  });
  onTestFinished(end);
  expect((await deliver([message], { clock })).batchItemFailures).toHaveLength(1);
  end();
  answers.status = 204;
  await runRetries(webhook, { clock });
  await deliver([message], { clock });
  await runRetries(webhook, { clock });
  expect(await readLog(webhook)).toMatchObject(Array(2).fill({ status: "delivered" }));
  expect(idsOf(receiver)).toContain(event.id);
});
