import { expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";
import {
  DONE,
  deliver,
  findHealth,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  runRetries,
  standingClock,
  startReceiver,
} from "../../support/webhooks.ts";

const LOG = "GET /v1/webhooks/{webhook_uuid}/deliveries";
/** The beginning of this minute. */
const NOW = Math.floor(Date.now() / 60_000) * 60_000;

/** A webhook of a reseller that may send 10 deliveries a minute, or another number. */
async function setUp(status = 204, deliveries_per_minute = 10) {
  const clock = standingClock(NOW);
  const receiver = await startReceiver((_, response) => response.writeHead(status).end());
  const reseller = await makeReseller({ deliveries_per_minute });
  const webhook = await makeWebhookAt(receiver.url, { reseller_uuid: reseller.uuid });
  const send = async (count: number) => {
    const events = makeEvents(webhook, count);
    expect(await deliver([messageFor(webhook, events)], { clock })).toEqual(DONE);
    return events.map(({ id }) => id);
  };
  const statesOf = async () => {
    const { body } = await call(LOG, { key: reseller.key, uuid: webhook.uuid });
    return (body.data as { status: string }[]).map(({ status }) => status).toSorted();
  };
  return { clock, receiver, webhook, send, statesOf };
}

test("deliveries beyond a reseller's limit wait for the next minute", async () => {
  const { clock, receiver, webhook, send, statesOf } = await setUp();
  const sent = await send(8);
  const more = await send(5);
  expect(receiver.requests).toHaveLength(10);
  expect(await statesOf()).toEqual([...Array(10).fill("delivered"), ...Array(3).fill("pending")]);
  const health = await findHealth(webhook);
  expect(Date.parse(health?.due_at ?? "")).toBeGreaterThan(NOW);
  expect(health?.is_open).toBeUndefined();
  await runRetries(webhook, { clock });
  expect(clock.now() - NOW).toBeGreaterThan(60_000);
  expect(idsOf(receiver)).toEqual([...sent, ...more].toSorted());
  expect(await statesOf()).toEqual(Array(13).fill("delivered"));
});

test("retries do not count", async () => {
  const { clock, receiver, webhook, send } = await setUp(500);
  await send(1);
  await runRetries(webhook, { clock, until: NOW + 3_600_000 });
  expect(receiver.requests.length).toBeGreaterThan(3);
});
