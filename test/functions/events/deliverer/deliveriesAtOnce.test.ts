import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { findLane } from "../../../../functions/events/lane.ts";
import type { WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { useNames } from "../../../shared/outbound/names.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { runs } from "../../../support/runs.ts";
import {
  DONE,
  deliver,
  gate,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  readSoundLog,
  retry,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

/** An endpoint that answers when it may, and counts the most requests that it had at once. */
async function startCounter(held: Promise<void> = setTimeout(0)) {
  let [now, most] = [0, 0];
  const receiver = await startReceiver(async (_, response) => {
    now += 1;
    most = Math.max(most, now);
    await held;
    await setTimeout(0);
    now -= 1;
    response.writeHead(204).end();
  });
  return { receiver, most: () => most };
}

const message = (webhook: WebhookRecord, count: number) =>
  messageFor(webhook, makeEvents(webhook, count));

/** Works off the lanes of several webhooks together each time one is due, until none is left. */
async function runLanes(webhooks: WebhookRecord[], clock: ReturnType<typeof standingClock>) {
  for (;;) {
    const lanes = (await Promise.all(webhooks.map(findLane))).filter((lane) => lane !== undefined);
    const [soonest] = lanes.map(({ due_at }) => due_at).toSorted();
    if (soonest === undefined) return;
    if (Date.parse(soonest) > clock.now()) clock.set(soonest);
    const messages = lanes.map(({ reseller_uuid, uuid, due_at }) => ({
      lanes: [{ reseller_uuid, uuid, due_at }],
    }));
    await Promise.all(
      messages.map(async (each) => expect(await retry([each], { clock })).toEqual(DONE)),
    );
  }
}

test("a reseller's webhooks get ten requests at once, however many they are", async () => {
  const held = gate();
  const { receiver, most } = await startCounter(held.passed);
  const reseller_uuid = newUuid();
  const webhooks = await Promise.all(
    Array.from({ length: runs(300, 25) }, (_, index) =>
      makeWebhookAt(`${receiver.url}/${index}`, { reseller_uuid }),
    ),
  );
  const clock = standingClock();
  let done = 0;
  const calls = webhooks.map(async (webhook) => {
    expect(await deliver([message(webhook, 1)], { clock })).toEqual(DONE);
    done += 1;
  });
  while (done + receiver.received.length < webhooks.length) await setTimeout(0);
  expect(most()).toBe(10);
  held.open();
  await Promise.all(calls);
  await runLanes(webhooks, clock);
  expect(most()).toBe(10);
  expect(idsOf(receiver)).toHaveLength(webhooks.length);
  for (const webhook of webhooks) {
    expect(await readLog(webhook)).toMatchObject([{ status: "delivered" }]);
  }
});

test("deliveries go to the address whose seats they have, whatever DNS answers the next time", async () => {
  const { receiver } = await startCounter();
  const { port, hostname: here } = new URL(receiver.url);
  const asked = useNames({
    "moves.example": [[here], ["127.9.9.9"]],
    "late.example": [[], [here]],
  });
  const moves = await makeWebhookAt(`http://moves.example:${port}/`);
  const late = await makeWebhookAt(`http://late.example:${port}/`);
  for (const webhook of [moves, late]) {
    expect(await deliver([message(webhook, 2)])).toEqual(DONE);
  }
  expect(asked).toEqual(["moves.example", "late.example"]);
  expect(idsOf(receiver)).toHaveLength(2);
  expect(await readSoundLog(moves)).toMatchObject([
    { status: "delivered" },
    { status: "delivered" },
  ]);
  expect((await readSoundLog(late))[0]?.attempts).toMatchObject([{ error: "dns" }]);
});

test("one endpoint's many events delay neither its reseller's other endpoints nor other resellers", async () => {
  const held = gate();
  const busy = await startReceiver(async (_, response) => {
    await held.passed;
    response.end();
  });
  const receiver = await startReceiver();
  const slow = await makeWebhookAt(busy.url);
  const { reseller_uuid } = slow;
  const others = [
    await makeWebhookAt(receiver.url, { reseller_uuid }),
    await makeWebhookAt(busy.url),
  ];
  const done = deliver([message(slow, 50)]);
  while (busy.received.length < 8) await setTimeout(0);
  const [own, foreign] = others as [WebhookRecord, WebhookRecord];
  expect(await deliver([message(own, 1)])).toEqual(DONE);
  expect(await readSoundLog(own)).toMatchObject([{ status: "delivered" }]);
  const foreigns = deliver([message(foreign, 50)]);
  while (busy.received.length < 16) await setTimeout(0);
  held.open();
  expect([await done, await foreigns]).toEqual([DONE, DONE]);
  expect(await findLane(foreign)).toBeUndefined();
});

test("what finds no seat waits in order, and the seats of a worker that died are free after two minutes", async () => {
  const { receiver } = await startCounter();
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock();
  const restore = interceptRequests((_, input) => {
    if (JSON.stringify(input).includes("REMOVE s")) throw new Error("DynamoDB is away");
  });
  onTestFinished(restore);
  for (const count of [24, 1, 1]) {
    expect(await deliver([message(webhook, count)], { clock })).toEqual(DONE);
  }
  restore();
  clock.advance(115);
  const waiting = [message(webhook, 3), message(webhook, 2)];
  for (const one of waiting) expect(await deliver([one], { clock })).toEqual(DONE);
  expect(await findLane(webhook)).toMatchObject({ waits_for: "others", failures: 0 });
  expect(idsOf(receiver)).toHaveLength(26);
  await runLanes([webhook], clock);
  const log = await readSoundLog(webhook);
  expect(log.slice(-5).map(({ event_id }) => event_id)).toEqual(
    waiting.flatMap(({ events }) => events.map(({ id }) => id)),
  );
  expect(new Set(log.map(({ status }) => status))).toEqual(new Set(["delivered"]));
});
