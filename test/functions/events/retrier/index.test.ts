import { describe, expect, onTestFinished, test } from "vitest";
import { ATTEMPTS, retryDelay } from "../../../../functions/events/decideRetry.ts";
import { findLane } from "../../../../functions/events/lane.ts";
import { Delivery } from "../../../../shared/entities/delivery.ts";
import { DeliveryRetry } from "../../../../shared/entities/deliveryRetry.ts";
import { Webhook, type WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/time.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import {
  DONE,
  deliver,
  gate,
  idsOf,
  laneMessage,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readSoundLog,
  retry,
  runLane,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const DAY = 24 * 3600 * 1000;
const at = (seconds: number) => timestamp(new Date(NOON + seconds * 1000));

/** An endpoint that answers with `answers.status`, and its webhook. */
async function setUp(status = 500) {
  const answers = { status };
  const receiver = await startReceiver((_, response) => response.writeHead(answers.status).end());
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock(NOON);
  const send = async (count: number) => {
    const events = makeEvents(webhook, count);
    expect(await deliver([messageFor(webhook, events)], { clock })).toEqual(DONE);
    return events;
  };
  return { answers, receiver, webhook, clock, send };
}

async function isDisabled({ reseller_uuid, uuid }: WebhookRecord) {
  const { data } = await Webhook.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data?.disabled_reason;
}

test("a delivery fails after ten attempts by the schedule; after five days of failures its webhook is disabled even without retries", async () => {
  const { webhook, clock, send, receiver } = await setUp();
  await send(1);
  await runLane(webhook, { clock, until: NOON + 4 * DAY });
  const [delivery] = await readSoundLog(webhook);
  expect(delivery).toMatchObject({ status: "failed", tries: ATTEMPTS });
  expect(delivery?.next_attempt_at).toBeUndefined();
  expect(receiver.requests).toHaveLength(10);
  const times = delivery?.attempts.map((attempt) => Date.parse(attempt.at)) ?? [];
  for (const [index, time] of times.slice(1).entries()) {
    const waited = (time - (times[index] ?? 0)) / 1000;
    expect(waited).toBeGreaterThanOrEqual(retryDelay(index + 1, () => 0) ?? 0);
    expect(waited).toBeLessThanOrEqual(Math.max(retryDelay(index + 1, () => 1) ?? 0, 300));
  }
  await runLane(webhook, { clock, until: NOON + 5 * DAY - 1000 });
  expect(await isDisabled(webhook)).toBeUndefined();
  expect(await findLane(webhook)).toMatchObject({ due_at: at(5 * 24 * 3600) });
  await runLane(webhook, { clock });
  expect(await isDisabled(webhook)).toBe("failing");
  expect(clock.now()).toBe(NOON + 5 * DAY);
  expect(await findLane(webhook)).toBeUndefined();
});

test("a failing endpoint gets one attempt at a time, up to five minutes apart", async () => {
  const { webhook, clock, send, receiver } = await setUp();
  await send(5);
  const first = receiver.requests.length;
  for (let attempts = 1; attempts <= 6; attempts += 1) {
    clock.set((await findLane(webhook))?.due_at ?? "");
    await retry([await laneMessage(webhook)], { clock });
    expect(receiver.requests).toHaveLength(first + attempts);
  }
  await readSoundLog(webhook);
  const lane = await findLane(webhook);
  expect(Date.parse(lane?.due_at ?? "") - clock.now()).toBe(300_000);
});

test("a webhook that is disabled for failing keeps its pending deliveries", async () => {
  const { webhook, clock, send } = await setUp();
  await send(5);
  clock.advance((5 * DAY) / 1000);
  await retry([await laneMessage(webhook)], { clock });
  expect(await isDisabled(webhook)).toBe("failing");
  const log = await readSoundLog(webhook);
  expect(log.every(({ status }) => status === "pending")).toBe(true);
});

test("after an attempt that succeeds, all pending deliveries are sent and the lane is removed", async () => {
  const { answers, webhook, clock, send, receiver } = await setUp();
  const events = [...(await send(25)), ...(await send(25))];
  answers.status = 204;
  clock.advance(600);
  expect(await retry([await laneMessage(webhook)], { clock })).toEqual(DONE);
  expect(idsOf(receiver)).toEqual(events.map(({ id }) => id).toSorted());
  const log = await readSoundLog(webhook);
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
  expect(await findLane(webhook)).toBeUndefined();
});

test("410 to a retry disables the webhook", async () => {
  const { answers, webhook, clock, send } = await setUp();
  await send(2);
  answers.status = 410;
  await runLane(webhook, { clock });
  expect(await isDisabled(webhook)).toBe("gone");
  const statuses = (await readSoundLog(webhook)).map(({ status }) => status);
  expect(statuses).toEqual(["pending", "pending"]);
});

test("nothing is sent before the time that the endpoint asks for", async () => {
  const { answers, webhook, clock, send, receiver } = await setUp(429);
  await send(1);
  const due = await laneMessage(webhook);
  answers.status = 200;
  await send(3);
  expect(receiver.requests).toHaveLength(1);
  clock.set(due.lanes[0]?.due_at ?? "");
  await retry([due], { clock });
  expect((await readSoundLog(webhook)).map(({ status }) => status)).toEqual(
    Array(4).fill("delivered"),
  );
});

describe("nothing is sent", () => {
  test("after the webhook was deleted; its lane is removed", async () => {
    const { webhook, clock, send, receiver } = await setUp();
    await send(1);
    await Webhook.delete(webhook).go();
    clock.advance(60);
    expect(await retry([await laneMessage(webhook)], { clock })).toEqual(DONE);
    expect(receiver.requests).toHaveLength(1);
    expect(await findLane(webhook)).toBeUndefined();
  });

  test("while the webhook is disabled; its retries stay", async () => {
    const { webhook, clock, send, receiver } = await setUp();
    await send(1);
    const { reseller_uuid, uuid } = webhook;
    await Webhook.patch({ reseller_uuid, uuid }).set({ disabled_at: timestamp() }).go();
    clock.advance(60);
    expect(await retry([await laneMessage(webhook)], { clock })).toEqual(DONE);
    expect(receiver.requests).toHaveLength(1);
    expect(await findLane(webhook)).toBeUndefined();
    expect(await readSoundLog(webhook)).toMatchObject([{ status: "pending" }]);
  });

  test("for a message that comes late or twice", async () => {
    const { webhook, clock, send, receiver } = await setUp();
    await send(1);
    const message = await laneMessage(webhook);
    clock.advance(60);
    await retry([message], { clock });
    const before = await readSoundLog(webhook);
    expect(await retry([message, message], { clock })).toEqual(DONE);
    expect(receiver.requests).toHaveLength(2);
    expect(await readSoundLog(webhook)).toEqual(before);
  });

  test("of a delivery that the log no longer has", async () => {
    const { webhook, clock, send, receiver } = await setUp();
    await send(1);
    const [delivery] = await readSoundLog(webhook);
    if (!delivery) throw new Error("There is no delivery");
    await Delivery.delete(delivery).go();
    clock.advance(60);
    await retry([await laneMessage(webhook)], { clock });
    expect(receiver.requests).toHaveLength(1);
    const { reseller_uuid, uuid: webhook_uuid } = webhook;
    const { data } = await DeliveryRetry.query.bySoonest({ reseller_uuid, webhook_uuid }).go();
    expect(data).toEqual([]);
  });
});

describe("two workers in a lane", () => {
  test("at once: one of them works", async () => {
    const { answers, webhook, clock, send, receiver } = await setUp();
    const events = await send(8);
    const asked = receiver.requests.length;
    answers.status = 200;
    clock.advance(60);
    const message = await laneMessage(webhook);
    const both = [retry([message], { clock }), retry([message], { clock })];
    expect(await Promise.all(both)).toEqual([DONE, DONE]);
    expect(receiver.requests).toHaveLength(asked + events.length);
    expect(await findLane(webhook)).toBeUndefined();
    await readSoundLog(webhook);
  });

  test("the second works two minutes after the first has died", async () => {
    const { webhook, clock, send, receiver } = await setUp();
    await send(1);
    clock.advance(60);
    const message = await laneMessage(webhook);
    let isDead = false;
    const end = interceptRequests((command) => {
      if (command === "Query") isDead = true;
      if (isDead) throw new Error("The worker is dead");
    });
    onTestFinished(end);
    expect(await retry([message], { clock })).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }],
    });
    end();
    expect(await retry([message], { clock })).toEqual(DONE);
    expect(await retry([await laneMessage(webhook)], { clock })).toEqual(DONE);
    expect(receiver.requests).toHaveLength(1);
    clock.advance(120);
    expect(await retry([await laneMessage(webhook)], { clock })).toEqual(DONE);
    expect(receiver.requests).toHaveLength(2);
  });
});

test("a delivery that is added to a claimed lane is sent", async () => {
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
  const worker = retry([await laneMessage(webhook)], { clock });
  await waiting.passed;
  const late = makeEvents(webhook, 2);
  await deliver([messageFor(webhook, late)], { clock });
  answered.open();
  expect(await worker).toEqual(DONE);
  await runLane(webhook, { clock });
  const log = await readSoundLog(webhook);
  expect(log.map(({ status }) => status)).toEqual(Array(5).fill("delivered"));
});

test("a lane is due at once when the worker's time is up", async () => {
  const { answers, webhook, clock, send, receiver } = await setUp();
  await send(25);
  const asked = receiver.requests.length;
  answers.status = 200;
  clock.advance(60);
  const message = await laneMessage(webhook);
  const base = clock.now();
  // Each attempt takes 5 seconds, so a minute is too short for all.
  const slowClock = { ...clock, now: () => base + (receiver.requests.length - asked) * 5000 };
  expect(await retry([message], { clock: slowClock })).toEqual(DONE);
  expect(receiver.requests.length).toBeLessThan(asked + 25);
  const lane = await findLane(webhook);
  expect(Date.parse(lane?.due_at ?? "")).toBeLessThanOrEqual(slowClock.now());
  clock.advance(600);
  await runLane(webhook, { clock });
  const log = await readSoundLog(webhook);
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
});

test.each([null, {}, { lanes: "all" }])("the message %j is given back", async (message) => {
  expect(await retry([message])).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }],
  });
});
