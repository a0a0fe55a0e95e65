import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { findLane } from "../../../../functions/events/lane.ts";
import type { WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { newUuid } from "../../../../shared/uuid.ts";
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

beforeAll(() => allowLocalAddresses());

/** An endpoint that keeps each request for a moment and counts how many it has at once. */
async function startCounter() {
  let [now, most] = [0, 0];
  const receiver = await startReceiver(async (_, response) => {
    now += 1;
    most = Math.max(most, now);
    for (let turns = 0; turns < 5; turns += 1) await setTimeout(0);
    now -= 1;
    response.writeHead(204).end();
  });
  return { receiver, most: () => most };
}

async function makeWebhooks(count: number, url: string): Promise<WebhookRecord[]> {
  const reseller_uuid = newUuid();
  return await Promise.all(
    Array.from({ length: count }, (_, index) =>
      makeWebhookAt(`${url}/${index}`, { reseller_uuid }),
    ),
  );
}

const message = (webhook: WebhookRecord, count: number) =>
  messageFor(webhook, makeEvents(webhook, count));

test("many events for one host come ten at once, and one at once from workers without the lease", async () => {
  const { receiver, most } = await startCounter();
  const webhooks = await makeWebhooks(3, receiver.url);
  const clock = standingClock();
  const calls = webhooks.flatMap((webhook, index) => [
    [message(webhook, 12), message(webhooks[(index + 1) % 3] ?? webhook, 12)],
    [message(webhook, 15)],
  ]);
  const answers = await Promise.all(calls.map((messages) => deliver(messages, { clock })));
  expect(answers).toEqual(calls.map(() => DONE));
  expect(most()).toBeLessThanOrEqual(10);
  // Some wait in their lanes, which three workers then work off together.
  const lanes = await Promise.all(webhooks.map(findLane));
  expect(lanes.some((lane) => lane !== undefined)).toBe(true);
  await Promise.all(webhooks.map(async (each) => retry([await laneMessage(each)], { clock })));
  await Promise.all(webhooks.map((webhook) => runLane(webhook, { clock })));
  expect(most()).toBeLessThanOrEqual(10 + 2);
  const sent = calls.flat().flatMap(({ events }) => events.map(({ id }) => id));
  expect(idsOf(receiver)).toEqual(sent.toSorted());
  for (const webhook of webhooks) {
    const log = await readSoundLog(webhook);
    expect(new Set(log.map(({ status }) => status))).toEqual(new Set(["delivered"]));
  }
});

test("a few events for one host come one after the other and take no lease", async () => {
  const { receiver, most } = await startCounter();
  const webhooks = await makeWebhooks(5, receiver.url);
  const requests: string[] = [];
  onTestFinished(
    interceptRequests((command, input) => {
      if (JSON.stringify(input).includes("site#")) requests.push(command);
    }),
  );
  expect(await deliver(webhooks.map((webhook) => message(webhook, 2)))).toEqual(DONE);
  expect({ most: most(), requests }).toEqual({ most: 1, requests: [] });
  expect(idsOf(receiver)).toHaveLength(10);
});

test("another reseller's events for the same host do not wait", async () => {
  const [held, begun] = [gate(), gate()];
  const receiver = await startReceiver(async ({ body }, response) => {
    if (body.includes("held.example")) {
      begun.open();
      await held.passed;
    }
    response.end();
  });
  const [busy, other] = [await makeWebhookAt(receiver.url), await makeWebhookAt(receiver.url)];
  const events = makeEvents(busy, 11).map((event) => ({
    ...event,
    data: { ...event.data, hostname: "held.example" },
  }));
  const done = deliver([messageFor(busy, events)]);
  await begun.passed;
  expect(await deliver([message(other, 11)])).toEqual(DONE);
  expect(await readSoundLog(other)).toHaveLength(11);
  expect(await findLane(other)).toBeUndefined();
  held.open();
  expect(await done).toEqual(DONE);
});

test("a worker that died with the lease is waited for two minutes", async () => {
  const { receiver } = await startCounter();
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock();
  const restore = interceptRequests((command) => {
    if (command === "Delete") throw new Error("DynamoDB is away");
  });
  onTestFinished(restore);
  expect(await deliver([message(webhook, 11)], { clock })).toEqual(DONE);
  restore();
  clock.advance(119);
  expect(await deliver([message(webhook, 11)], { clock })).toEqual(DONE);
  expect(idsOf(receiver)).toHaveLength(11);
  clock.advance(2);
  await runLane(webhook, { clock });
  expect(idsOf(receiver)).toHaveLength(22);
});
