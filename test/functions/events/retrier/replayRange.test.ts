import { expect, onTestFinished, test } from "vitest";
import { findLane } from "../../../../functions/events/lane.ts";
import type { DeliveryStatus } from "../../../../shared/entities/delivery.ts";
import { DeliveryReplay } from "../../../../shared/entities/deliveryReplay.ts";
import { Webhook, type WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import {
  DONE,
  deliver,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  readSoundLog,
  retry,
  runLane,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => timestamp(new Date(NOON + seconds * 1000));

/** A webhook with 15 deliveries at noon and 15 a minute later: more than a page of 20. */
async function setUp() {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock(NOON);
  await deliver([messageFor(webhook, makeEvents(webhook, 15))], { clock });
  clock.set(at(60));
  await deliver([messageFor(webhook, makeEvents(webhook, 15))], { clock });
  clock.set(at(120));
  return { receiver, webhook, clock };
}

async function askForReplay(
  { reseller_uuid, uuid: webhook_uuid }: WebhookRecord,
  more: { since: string; status?: DeliveryStatus },
) {
  const key = { reseller_uuid, webhook_uuid, uuid: newUuid() };
  await DeliveryReplay.create({ ...key, from: 0, until: 30, created_at: at(120), ...more }).go();
  return key;
}

async function isThere(key: Awaited<ReturnType<typeof askForReplay>>) {
  const { data } = await DeliveryReplay.get(key).go({ consistent: true });
  return data !== null;
}

test("all deliveries of a range are sent again, and none before it", async () => {
  const { receiver, webhook, clock } = await setUp();
  const replay = await askForReplay(webhook, { since: at(60) });
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  const log = await readSoundLog(webhook);
  expect(log.map(({ status }) => status)).toEqual([
    ...Array(15).fill("delivered"),
    ...Array(15).fill("pending"),
  ]);
  expect(log[15]).toMatchObject({ tries: 0, next_attempt_at: at(120) });
  expect(log[15]?.attempts).toHaveLength(1);
  expect(await findLane(webhook)).toMatchObject({ due_at: at(120) });
  expect(await isThere(replay)).toBe(false);
  await runLane(webhook, { clock });
  expect(receiver.requests).toHaveLength(45);
  const after = await readSoundLog(webhook);
  expect(after.slice(15).map(({ tries, attempts }) => [tries, attempts.length])).toEqual(
    Array(15).fill([1, 2]),
  );
});

test("only deliveries of the given status are sent again", async () => {
  const { webhook, clock } = await setUp();
  const replay = await askForReplay(webhook, { since: at(0), status: "failed" });
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  const log = await readSoundLog(webhook);
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
});

test("a message that comes twice changes deliveries once", async () => {
  const { webhook, clock } = await setUp();
  const replay = await askForReplay(webhook, { since: at(0) });
  expect(await retry([{ replay }, { replay }], { clock })).toEqual(DONE);
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  const log = await readSoundLog(webhook);
  expect(log.every(({ status, tries }) => status === "pending" && tries === 0)).toBe(true);
});

test("a range that takes longer than one call continues in another", async () => {
  const { webhook, clock } = await setUp();
  const replay = await askForReplay(webhook, { since: at(0) });
  let reads = 0;
  // Each reading of the clock takes 20 seconds.
  const slow = { ...clock, now: () => clock.now() + reads++ * 20_000 };
  expect(await retry([{ replay }], { clock: slow })).toEqual(DONE);
  const pending = (await readLog(webhook)).filter(({ status }) => status === "pending");
  expect(pending.length).toBeGreaterThan(0);
  expect(pending.length).toBeLessThan(30);
  expect(messagesAbout("LANES_QUEUE_URL", replay.uuid)).toEqual([{ replay }]);
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  const log = await readSoundLog(webhook);
  expect(log.every(({ status }) => status === "pending")).toBe(true);
});

test("nothing is sent again after the webhook was deleted", async () => {
  const { webhook, clock } = await setUp();
  const replay = await askForReplay(webhook, { since: at(0) });
  await Webhook.delete(webhook).go();
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  expect(await isThere(replay)).toBe(false);
  expect(await findLane(webhook)).toBeUndefined();
});

/** Runs `work` once, before a page of the range is read. */
function beforeFirstPage(work: () => Promise<unknown>) {
  let isDone = false;
  const end = interceptRequests(async (command) => {
    if (command !== "Query" || isDone) return;
    isDone = true;
    await work();
  });
  onTestFinished(end);
}

test("of a range whose message comes twice, only one page is sent twice", async () => {
  const { receiver, webhook, clock } = await setUp();
  const replay = await askForReplay(webhook, { since: at(0) });
  beforeFirstPage(async () => {
    expect(await retry([{ replay }], { clock })).toEqual(DONE);
    await runLane(webhook, { clock });
    expect(receiver.requests).toHaveLength(60);
  });
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  await runLane(webhook, { clock });
  expect(receiver.requests).toHaveLength(80);
  expect(messagesAbout("LANES_QUEUE_URL", replay.uuid)).toEqual([]);
});

test("of two workers at a range, the one behind continues later in case the other has died", async () => {
  const { webhook, clock } = await setUp();
  const replay = await askForReplay(webhook, { since: at(0) });
  beforeFirstPage(() => DeliveryReplay.patch(replay).set({ from: 25 }).go());
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  expect(messagesAbout("LANES_QUEUE_URL", replay.uuid)).toEqual([{ replay }]);
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  expect(await isThere(replay)).toBe(false);
  const log = await readSoundLog(webhook);
  expect(log.filter(({ status }) => status === "pending")).toHaveLength(25);
});
