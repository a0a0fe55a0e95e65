import { expect, test } from "vitest";
import { takeSeats } from "../../../functions/events/deliveriesAtOnce.ts";
import { findLane } from "../../../functions/events/lane.ts";
import { DeliveryReplay } from "../../../shared/entities/deliveryReplay.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";
import { messagesAbout } from "../../support/messages.ts";
import {
  DONE,
  deliver,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readSoundLog,
  retry,
  runLane,
  standingClock,
  startReceiver,
} from "../../support/webhooks.ts";

const LOG = "GET /v1/webhooks/{webhook_uuid}/deliveries";
/** The beginning of this minute. */
const NOON = Math.floor(Date.now() / 60_000) * 60_000;

/** A webhook of a reseller that may send `most` deliveries a minute, and what it was sent. */
async function setUp({ most, ...options }: { most: number; duration?: number; status?: number }) {
  const clock = standingClock(NOON);
  const receiver = await startReceiver((_, response) => {
    clock.advance(options.duration ?? 0);
    response.writeHead(options.status ?? 204).end();
  });
  const reseller = await makeReseller({ deliveries_per_minute: most });
  const webhook = await makeWebhookAt(receiver.url, { reseller_uuid: reseller.uuid });
  const send = async (count: number) => {
    const events = makeEvents(webhook, count);
    expect(await deliver([messageFor(webhook, events)], { clock })).toEqual(DONE);
    return events;
  };
  const log = async () => {
    const query = { per_page: "100" };
    const { body } = await call(LOG, { key: reseller.key, uuid: webhook.uuid, query });
    return (
      body.data as { status: string; waits_for: string | null; event_id: string }[]
    ).reverse();
  };
  return { clock, receiver, reseller, webhook, send, log };
}

/** When each delivery of a log was attempted, in the log's order. */
async function attemptsOf(webhook: WebhookRecord) {
  return (await readSoundLog(webhook)).map(({ attempts }) => attempts[0]?.at ?? "never");
}

test("deliveries beyond a reseller's limit wait in their lane, in order, and the log says so", async () => {
  const { clock, receiver, webhook, send, log } = await setUp({ most: 10 });
  await send(3);
  expect(await log()).toMatchObject(Array(3).fill({ status: "delivered", waits_for: null }));
  // The first of these messages begins below the limit.
  for (const count of [7, 24]) await send(count);
  clock.advance(30);
  await send(1);
  expect(await log()).toMatchObject([
    ...Array(10).fill({ status: "delivered", waits_for: null }),
    ...Array(25).fill({ status: "pending", waits_for: "limit" }),
  ]);
  expect(idsOf(receiver)).toHaveLength(10);
  await runLane(webhook, { clock });
  const times = await attemptsOf(webhook);
  expect(times).toEqual(times.toSorted());
  expect(await log()).toMatchObject(Array(35).fill({ status: "delivered", waits_for: null }));
  // A page of the lane in each minute.
  expect(clock.now() - NOON).toBeGreaterThanOrEqual(2 * 60_000);
});

test("another reseller's deliveries do not wait", async () => {
  const far = await setUp({ most: 5 });
  const other = await setUp({ most: 5 });
  for (let messages = 0; messages < 3; messages += 1) await far.send(5);
  const message = messageFor(other.webhook, makeEvents(other.webhook, 5));
  const { clock } = far;
  const lane = async () => {
    const { due_at = "" } = (await findLane(far.webhook)) ?? {};
    const { reseller_uuid, uuid } = far.webhook;
    return { lanes: [{ reseller_uuid, uuid, due_at }] };
  };
  // In the same call as more of the first one's.
  const more = messageFor(far.webhook, makeEvents(far.webhook, 5));
  const [first, again] = [deliver([more, message], { clock }), retry([await lane()], { clock })];
  expect([await first, await again]).toEqual([DONE, DONE]);
  expect(await other.log()).toMatchObject(Array(5).fill({ status: "delivered" }));
  expect(idsOf(far.receiver)).toHaveLength(5);
});

test.each([
  ["behind keeps the count of the next minute", 60, -60],
  ["ahead keeps the count of the last minute", 0, 60],
])("a worker whose clock is %s", async (_, first, second) => {
  const { clock, receiver, send } = await setUp({ most: 5 });
  for (const [seconds, count] of [
    [first, 5],
    [second, 1],
    [-second, 1],
  ] as const) {
    clock.advance(seconds);
    await send(count);
  }
  expect(idsOf(receiver)).toHaveLength(6);
});

test("deliveries that were not attempted, since others failed, do not count", async () => {
  const { clock, receiver, reseller, send } = await setUp({ most: 20, status: 500 });
  await send(20);
  const attempts = receiver.requests.length;
  expect(attempts).toBeLessThan(20);
  const other = await makeWebhookAt(`${receiver.url}/other`, { reseller_uuid: reseller.uuid });
  await deliver([messageFor(other, makeEvents(other, 1))], { clock });
  expect(receiver.requests).toHaveLength(attempts + 1);
});

test("a replay counts", async () => {
  const { clock, receiver, webhook, send, log } = await setUp({ most: 30 });
  await send(25);
  const { reseller_uuid, uuid: webhook_uuid } = webhook;
  const key = { reseller_uuid, webhook_uuid, uuid: newUuid() };
  const since = "2026-01-01T00:00:00+00:00";
  await DeliveryReplay.create({ ...key, from: 0, until: 25, created_at: since, since }).go();
  // The first page of 20 is let through, and the second one has to wait.
  expect(await retry([{ replay: key }], { clock })).toEqual(DONE);
  expect(messagesAbout("LANES_QUEUE_URL", key.uuid)).toEqual([{ replay: key }]);
  await runLane(webhook, { clock, until: NOON });
  expect(idsOf(receiver)).toHaveLength(25);
  expect(await log()).toMatchObject([
    ...Array(20).fill({ status: "pending", waits_for: "limit" }),
    ...Array(5).fill({ status: "delivered", waits_for: null }),
  ]);
  clock.advance(60);
  await retry([{ replay: key }], { clock });
  await runLane(webhook, { clock });
  expect(receiver.requests).toHaveLength(50);
});

test.each([
  ["a body of three kilobytes", { size: 3000, duration: 0 }],
  ["an endpoint that takes three seconds", { size: 0, duration: 3 }],
])("%s counts four times", async (_, { size, duration }) => {
  const { clock, receiver, webhook, log } = await setUp({ most: 10, duration });
  for (let messages = 0; messages < 4; messages += 1) {
    const events = makeEvents(webhook, 1).map((event) => ({
      ...event,
      data: { ...event.data, text: "x".repeat(size) },
    }));
    await deliver([messageFor(webhook, events)], { clock });
  }
  expect(idsOf(receiver)).toHaveLength(3);
  expect((await log()).at(-1)).toMatchObject({ status: "pending", waits_for: "limit" });
});

test("what an endpoint takes counts in the minute in which it has answered", async () => {
  const { clock, receiver, webhook, send } = await setUp({ most: 10, duration: 20 });
  clock.set(new Date(NOON + 50_000).toISOString());
  await send(1);
  await send(1);
  expect(idsOf(receiver)).toHaveLength(1);
  expect(await findLane(webhook)).toMatchObject({ waits_for: "limit" });
});

test("a call that began in the minute before leaves the weight of this one", async () => {
  const room = { place: `reseller#${newUuid()}`, seats: 10, limit: 5 };
  const take = (now: number) => takeSeats(room, { count: 1, weight: 5, clock: standingClock(now) });
  // The clock of the other worker is a little ahead.
  const ahead = await take(NOON);
  const before = await take(NOON - 1);
  for (const taken of [before, ahead]) if (typeof taken !== "string") await taken.release();
  expect([typeof ahead, typeof before, await take(NOON + 1)]).toEqual([
    "object",
    "object",
    "limit",
  ]);
});
