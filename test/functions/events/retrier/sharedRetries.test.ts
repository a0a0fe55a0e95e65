import { expect, test } from "vitest";
import { changeDeliveries } from "../../../../functions/events/deliveries/changeDeliveries.ts";
import { whileSlow } from "../../../../functions/events/deliveries/laneRules.ts";
import { changeLane } from "../../../../functions/events/lane.ts";
import { replayDelivery } from "../../../../functions/events/replay.ts";
import { DeliveryRetry } from "../../../../shared/entities/deliveryRetry.ts";
import { timestamp } from "../../../../shared/time.ts";
import {
  DONE,
  deliver,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readSoundLog,
  runLane,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

/** A webhook with deliveries that wait together; its endpoint answers `answers.status`. */
async function setUp(count: number) {
  const answers = { status: 204 };
  const receiver = await startReceiver((_, response) => response.writeHead(answers.status).end());
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock();
  await changeLane(webhook, whileSlow(webhook, new Date(clock.now())));
  expect(await deliver([messageFor(webhook, makeEvents(webhook, count))], { clock })).toEqual(DONE);
  const place = { reseller_uuid: webhook.reseller_uuid, webhook_uuid: webhook.uuid };
  const retries = async () =>
    (await DeliveryRetry.query.bySoonest(place).go({ consistent: true })).data;
  return { answers, receiver, webhook, clock, place, retries };
}

test("deliveries that wait together share retries of twenty, which go with their last one", async () => {
  const { receiver, webhook, clock, retries } = await setUp(45);
  expect((await retries()).map(({ others }) => others?.length)).toEqual([19, 19, 4]);
  await runLane(webhook, { clock });
  expect(receiver.requests).toHaveLength(45);
  expect(await retries()).toEqual([]);
  const log = await readSoundLog(webhook);
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
});

test("one of them that is replayed, even within the same second, leaves the others their retry", async () => {
  const { receiver, webhook, clock, place, retries } = await setUp(3);
  const log = await readSoundLog(webhook);
  const [first] = log;
  if (!first) throw new Error("There is no delivery");
  const now = new Date(clock.now());
  await changeDeliveries([{ delivery: first, to: { status: "delivered", tries: 1 } }], now);
  await replayDelivery(place, first.uuid);
  expect(await readSoundLog(webhook)).toMatchObject(Array(3).fill({ status: "pending" }));
  clock.set(timestamp(new Date(Date.now() + 20_000)));
  await runLane(webhook, { clock });
  expect(receiver.requests).toHaveLength(3);
  expect(await retries()).toEqual([]);
});

test("those that fail get retries of their own, and the others keep theirs", async () => {
  const { answers, receiver, webhook, clock, retries } = await setUp(5);
  answers.status = 500;
  clock.advance(15);
  const [due_at] = (await retries()).map(({ due_at }) => due_at);
  await runLane(webhook, { clock, until: clock.now() });
  expect(receiver.requests.length).toBeLessThan(5);
  const log = await readSoundLog(webhook);
  expect(log).toMatchObject(Array(5).fill({ status: "pending" }));
  const untried = log.filter(({ tries }) => tries === 0);
  expect(untried.every((each) => each.next_attempt_at === due_at)).toBe(true);
  answers.status = 204;
  await runLane(webhook, { clock });
  expect(await retries()).toEqual([]);
  expect(await readSoundLog(webhook)).toMatchObject(Array(5).fill({ status: "delivered" }));
});
