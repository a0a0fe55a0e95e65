import { expect, onTestFinished, test } from "vitest";
import type { DeliveryStatus } from "../../../../shared/entities/delivery.ts";
import { Webhook, type WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { makeDelivery } from "../../../support/deliveries.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import {
  DONE,
  findHealth,
  makeWebhookAt,
  readLog,
  retry,
  runRetries,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

const START = Date.now() - 3600_000;
const at = (seconds: number) => timestamp(new Date(START + seconds * 1000));

/** A webhook with 30 deliveries in the order of its log, of which the second half happened a minute later. */
async function setUp(more: Partial<WebhookRecord> = {}) {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url, more);
  const clock = standingClock(START + 120_000);
  const { reseller_uuid, uuid: webhook_uuid } = webhook;
  for (let count = 0; count < 30; count += 1) {
    const status = count % 5 === 0 ? "failed" : "delivered";
    const place = { reseller_uuid, webhook_uuid };
    await makeDelivery(place, {
      at: new Date(START + (count < 15 ? 0 : 60_000)),
      status,
      tries: 3,
    });
  }
  const replay = (since: string, status?: DeliveryStatus) => ({
    replay: { reseller_uuid, webhook_uuid, since, status, requested_at: at(120) },
  });
  return { receiver, webhook, clock, replay };
}

const pendingIn = async (webhook: WebhookRecord) =>
  (await readLog(webhook)).map(({ status }) => status === "pending");

test("all deliveries of a range are sent again with a new schedule, and none before it", async () => {
  const { receiver, webhook, clock, replay } = await setUp();
  expect(await retry([replay(at(60))], { clock })).toEqual(DONE);
  expect(await pendingIn(webhook)).toEqual([...Array(15).fill(false), ...Array(15).fill(true)]);
  expect((await readLog(webhook)).at(-1)).toMatchObject({ tries: 0, next_attempt_at: at(120) });
  expect(await findHealth(webhook)).toMatchObject({ due_at: at(120) });
  await runRetries(webhook, { clock });
  expect(receiver.requests).toHaveLength(15);
  const log = await readLog(webhook);
  expect(log.slice(15).map(({ tries, attempts }) => [tries, attempts.length])).toEqual(
    Array(15).fill([1, 2]),
  );
});

test("only deliveries of the given status are sent again", async () => {
  const { webhook, clock, replay } = await setUp();
  expect(await retry([replay(at(0), "failed")], { clock })).toEqual(DONE);
  const expected = Array.from({ length: 30 }, (_, count) => count % 5 === 0);
  expect(await pendingIn(webhook)).toEqual(expected);
});

test("a message that comes twice, at once or after everything was sent, sends nothing twice", async () => {
  const { receiver, webhook, clock, replay } = await setUp();
  const message = replay(at(0));
  expect(await retry([message, message], { clock })).toEqual(DONE);
  clock.advance(1);
  await runRetries(webhook, { clock });
  expect(receiver.requests).toHaveLength(30);
  expect(await retry([message], { clock })).toEqual(DONE);
  await runRetries(webhook, { clock });
  expect(receiver.requests).toHaveLength(30);
});

test("a range that takes longer than one call continues in another", async () => {
  const { receiver, webhook, clock, replay } = await setUp();
  let reads = 0;
  // The time is up after the first page.
  const end = interceptRequests((command) => {
    if (command !== "Query") return;
    reads += 1;
    clock.advance(31);
  });
  onTestFinished(end);
  expect(await retry([replay(at(0))], { clock })).toEqual(DONE);
  end();
  expect(reads).toBe(1);
  expect((await pendingIn(webhook)).filter(Boolean)).toHaveLength(25);
  const [message] = messagesAbout("RETRIES_QUEUE_URL", webhook.uuid);
  expect(message).toMatchObject({ replay: { after: expect.any(String) } });
  expect(await retry([message], { clock })).toEqual(DONE);
  expect(await pendingIn(webhook)).toEqual(Array(30).fill(true));
  await runRetries(webhook, { clock });
  expect(receiver.requests).toHaveLength(30);
});

test.each<DeliveryStatus | undefined>([undefined, "failed"])(
  "deliveries of a worker that dies before it has them looked for are sent, status %s",
  async (status) => {
    const { receiver, webhook, clock, replay } = await setUp();
    const end = interceptRequests((command, { Item }) => {
      const isHealth = command === "Put" && JSON.stringify(Item).includes("health");
      if (isHealth) throw new Error("The worker is dead");
    });
    onTestFinished(end);
    const message = replay(at(60), status);
    expect((await retry([message], { clock })).batchItemFailures).toHaveLength(1);
    end();
    expect(await retry([message], { clock })).toEqual(DONE);
    await runRetries(webhook, { clock });
    expect(receiver.requests).toHaveLength(status ? 3 : 15);
  },
);

test("deliveries of a disabled webhook wait, and of a deleted one nothing changes", async () => {
  const disabled = await setUp({ disabled_at: timestamp(), disabled_reason: "gone" });
  expect(await retry([disabled.replay(at(60))], { clock: disabled.clock })).toEqual(DONE);
  expect((await pendingIn(disabled.webhook)).filter(Boolean)).toHaveLength(15);
  expect(await findHealth(disabled.webhook)).toBeUndefined();
  const { webhook, clock, replay } = await setUp();
  await Webhook.delete(webhook).go();
  expect(await retry([replay(at(0))], { clock })).toEqual(DONE);
  expect(await pendingIn(webhook)).toEqual(Array(30).fill(false));
});
