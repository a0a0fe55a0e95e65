import { expect, onTestFinished, test } from "vitest";
import { newLane } from "../../../../functions/events/deliveries/laneRules.ts";
import { ensureLaneDue, findLane } from "../../../../functions/events/lane.ts";
import { readDeliveries } from "../../../../functions/events/readDeliveries.ts";
import { replayDelivery } from "../../../../functions/events/replay.ts";
import { disableWebhook, enableWebhook } from "../../../../functions/events/webhook.ts";
import { DeliveryLane } from "../../../../shared/entities/deliveryLane.ts";
import { DeliveryReplay } from "../../../../shared/entities/deliveryReplay.ts";
import { DeliveryRetry } from "../../../../shared/entities/deliveryRetry.ts";
import { Webhook, type WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { makeDelivery } from "../../../support/deliveries.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { thoroughly, thoroughTest } from "../../../support/runs.ts";
import {
  DONE,
  deliver,
  laneMessage,
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
const placeOf = ({ reseller_uuid, uuid }: WebhookRecord) => ({ reseller_uuid, webhook_uuid: uuid });

/** The retries of an enabled webhook would wait for ever without a lane. */
async function expectNoneStranded(webhook: WebhookRecord) {
  const { data } = await DeliveryRetry.query.bySoonest(placeOf(webhook)).go({ consistent: true });
  expect(data.length).toBeGreaterThan(0);
  expect(await findLane(webhook)).toBeDefined();
}

/** Runs `work` before the next request of these commands, once. */
function before(commands: string[], work: () => Promise<unknown>) {
  let isDue = true;
  const end = interceptRequests(async (command) => {
    if (!isDue || !commands.includes(command)) return;
    isDue = false;
    await work();
  });
  onTestFinished(end);
}

test("a retrier removes the lane while a deliverer makes its attempts", async () => {
  let webhook: WebhookRecord | undefined;
  let requests = 0;
  const clock = standingClock(NOON);
  const receiver = await startReceiver(async (_, response) => {
    requests += 1;
    const mine = requests;
    if (mine === 1 && webhook) await retry([await laneMessage(webhook)], { clock });
    response.writeHead(mine === 2 ? 500 : 204).end();
  });
  webhook = await makeWebhookAt(receiver.url);
  await DeliveryLane.create(newLane(webhook, at(0))).go();
  const message = messageFor(webhook, makeEvents(webhook, 2));
  expect(await deliver([message], { clock })).toEqual(DONE);
  await expectNoneStranded(webhook);
});

test("a retrier drains the lane while a deliverer parks new events in it", async () => {
  const clock = standingClock(NOON);
  const answers = { status: 500 };
  const receiver = await startReceiver((_, response) => response.writeHead(answers.status).end());
  const webhook = await makeWebhookAt(receiver.url);
  await deliver([messageFor(webhook, makeEvents(webhook, 3))], { clock });
  clock.advance(10);
  answers.status = 204;
  before(["TransactWrite"], async () => {
    while (await findLane(webhook)) await retry([await laneMessage(webhook)], { clock });
  });
  expect(await deliver([messageFor(webhook, makeEvents(webhook, 2))], { clock })).toEqual(DONE);
  await expectNoneStranded(webhook);
});

test("a retrier fails after removing a lane that just got a delivery", async () => {
  const clock = standingClock(NOON);
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  await DeliveryLane.create(newLane(webhook, at(0))).go();
  const message = await laneMessage(webhook);
  let isAway = false;
  const end = interceptRequests(async (command) => {
    if (isAway) throw new Error("The table is away");
    if (command !== "Delete") return;
    await makeDelivery(placeOf(webhook), {
      at: new Date(NOON),
      status: "pending",
      tries: 0,
      attempts: [],
      next_attempt_at: at(0),
    });
    await ensureLaneDue(webhook, at(0));
    isAway = true;
  });
  expect((await retry([message], { clock })).batchItemFailures).toHaveLength(1);
  end();
  expect(await retry([message], { clock })).toEqual(DONE);
  await expectNoneStranded(webhook);
});

test("a webhook is enabled while a retrier removes the lane of a disabled one", async () => {
  const clock = standingClock();
  const receiver = await startReceiver();
  const disabled = { disabled_at: timestamp(), disabled_reason: "gone" };
  const webhook = await makeWebhookAt(receiver.url, disabled);
  const delivery = await makeDelivery(placeOf(webhook), { status: "failed" });
  await replayDelivery(placeOf(webhook), delivery.uuid);
  const message = await laneMessage(webhook);
  before(["Delete", "TransactWrite"], () => enableWebhook(webhook, "operator"));
  clock.advance(1);
  await retry([message], { clock });
  await expectNoneStranded(webhook);
});

test("a webhook is enabled while a deliverer logs events from before it was disabled", async () => {
  const clock = standingClock();
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const events = makeEvents(webhook, 2);
  clock.advance(5);
  await disableWebhook(webhook, { reason: "operator", now: new Date(clock.now()) });
  before(["TransactWrite"], async () => {
    await enableWebhook(webhook, "operator");
    clock.advance(5);
    await retry([await laneMessage(webhook)], { clock });
  });
  expect(await deliver([messageFor(webhook, events)], { clock })).toEqual(DONE);
  await expectNoneStranded(webhook);
});

test("dead letters whose retries were logged are sent back", async () => {
  const clock = standingClock();
  const answers = { status: 500 };
  const receiver = await startReceiver((_, response) => response.writeHead(answers.status).end());
  const webhook = await makeWebhookAt(receiver.url);
  const message = messageFor(webhook, makeEvents(webhook, 2));
  for (const receives of [1, 2, 3]) {
    let isLogged = false;
    const end = interceptRequests((command) => {
      if (isLogged) throw new Error("The table is away");
      isLogged = command === "TransactWrite";
    });
    await deliver([message], { clock, receives });
    end();
  }
  answers.status = 204;
  clock.advance(1200);
  await deliver([message], { clock, receives: 1 });
  await expectNoneStranded(webhook);
});

thoroughTest("a range is sent again completely even if its deliveries are large", async () => {
  const clock = standingClock(NOON + 60_000);
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const place = placeOf(webhook);
  const attempt = { at: at(0), status: 500, error: null, duration_ms: 1 };
  // 60 kB each: a query ends after 1 MB.
  const attempts = Array(20).fill({ ...attempt, response: "\uFFFD".repeat(1024) });
  for (let count = 0; count < 21; count += 1) {
    await makeDelivery(place, { at: new Date(NOON), status: "failed", attempts, tries: 10 });
  }
  const replay = { ...place, uuid: newUuid() };
  await DeliveryReplay.create({
    ...replay,
    from: 0,
    until: 21,
    since: at(-10),
    created_at: at(60),
  }).go();
  expect(await retry([{ replay }], { clock })).toEqual(DONE);
  const log = await readLog(webhook);
  expect(log.filter(({ status }) => status === "pending")).toHaveLength(21);
});

test("an expired delivery is neither sent nor shown", async () => {
  const receiver = await startReceiver();
  const clock = standingClock();
  const webhook = await makeWebhookAt(receiver.url);
  const place = placeOf(webhook);
  const old = new Date(clock.now() - 33 * 86_400_000);
  const next_attempt_at = timestamp(old);
  await makeDelivery(place, { at: old, status: "pending", tries: 3, next_attempt_at });
  await DeliveryLane.create(newLane(webhook, timestamp(new Date(clock.now())))).go();
  await retry([await laneMessage(webhook)], { clock });
  expect(receiver.requests).toHaveLength(0);
  for (let count = 0; count < 3; count += 1) await makeDelivery(place);
  const page = await readDeliveries(place, { limit: 20 });
  expect(page.records).toHaveLength(3);
});

const failures = [
  { status: 503, headers: { "retry-after": "30" } },
  { status: 500 },
  { status: 502 },
];

test.each(thoroughly(failures, failures.slice(0, 1)))(
  "an endpoint that is back after twenty minutes of $status gets new events within minutes",
  async (down) => {
    const clock = standingClock(NOON);
    let isDown = true;
    const receiver = await startReceiver((_, response) =>
      isDown ? response.writeHead(down.status, down.headers).end() : response.writeHead(204).end(),
    );
    const webhook = await makeWebhookAt(receiver.url);
    await deliver([messageFor(webhook, makeEvents(webhook, 3))], { clock });
    const back = NOON + 1_200_000;
    await runLane(webhook, { clock, until: back });
    clock.set(timestamp(new Date(back)));
    isDown = false;
    const events = makeEvents(webhook, 1);
    await deliver([messageFor(webhook, events)], { clock });
    await runLane(webhook, { clock });
    const log = await readSoundLog(webhook);
    const arrived = log.find(({ event_id }) => event_id === events[0]?.id)?.attempts.at(-1);
    expect(arrived?.status).toBe(204);
    expect(Date.parse(arrived?.at ?? "")).toBeLessThanOrEqual(back + 400_000);
  },
);

test("a webhook that is deleted while its lane is drained gets no further page", async () => {
  const clock = standingClock(NOON);
  const answers = { status: 500 };
  let webhook: WebhookRecord | undefined;
  const receiver = await startReceiver(async (_, response) => {
    if (answers.status === 204 && webhook) {
      await Webhook.delete(webhook).go();
      webhook = undefined;
    }
    response.writeHead(answers.status).end();
  });
  webhook = await makeWebhookAt(receiver.url);
  for (let count = 0; count < 3; count += 1) {
    await deliver([messageFor(webhook, makeEvents(webhook, 25))], { clock });
  }
  clock.advance(10);
  const asked = receiver.requests.length;
  answers.status = 204;
  await retry([await laneMessage(webhook)], { clock });
  // The attempt that finds out whether the endpoint works again.
  expect(receiver.requests.length - asked).toBe(1);
});
