import { expect, onTestFinished, test } from "vitest";
import { changesHandler } from "../../../../functions/workers/changes/dispatch.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { FeedItem } from "../../../../shared/entities/feedItem.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { changeOf } from "../../../support/stream.ts";
import { deliveriesOf, makeBatch, putWebhook, recordsOf, toldOf } from "./batch.ts";

const DONE = { batchItemFailures: [] };

/** A dispatcher with a clock of its own, which stands still between its steps. */
function start() {
  const time = { now: Date.now() };
  const clock = { now: () => time.now, sleep: async () => {} };
  const handler = changesHandler(clock);
  return {
    /** A user of the reseller was onboarded this many seconds ago. */
    async onboard(reseller_uuid: string, secondsAgo: number) {
      const { user } = recordsOf(reseller_uuid);
      const at = new Date(time.now - secondsAgo * 1000);
      const Records = [changeOf(User, { after: user, at })];
      expect(await handler({ Records })).toEqual(DONE);
      return `user.onboarded ${user.uuid}`;
    },
    pass(seconds: number) {
      time.now += seconds * 1000;
    },
    handler,
  };
}

/** Counts the queries for webhooks. */
function countQueries() {
  const seen = { queries: 0 };
  const end = interceptRequests((command) => {
    if (command === "Query") seen.queries += 1;
  });
  onTestFinished(end);
  return seen;
}

test("a disabled webhook gets the events until then, however late their changes come", async () => {
  const { onboard } = start();
  const reseller_uuid = newUuid();
  const disabled_at = timestamp(new Date(Date.now() - 60_000));
  const { uuid } = await putWebhook(reseller_uuid, { disabled_at, disabled_reason: "gone" });
  const eventsSent = await onboard(reseller_uuid, 90);
  await onboard(reseller_uuid, 30);
  expect(toldOf(reseller_uuid)).toEqual([`${uuid}: ${eventsSent}`]);
});

test("another reseller's webhooks get nothing", async () => {
  const [one, other, quiet] = [await makeBatch(), await makeBatch(), await makeBatch()];
  await start().handler({ Records: [...one.Records, ...other.Records] });
  for (const { reseller_uuid, expected } of [one, other])
    expect(toldOf(reseller_uuid)).toEqual(expected.events);
  expect(deliveriesOf(quiet.reseller_uuid)).toEqual([]);
});

test("a test goes to its own webhook, even if that is disabled or wants other types", async () => {
  const { handler } = start();
  const reseller_uuid = newUuid();
  await putWebhook(reseller_uuid);
  const attributes = { disabled_at: "2026-11-22T09:30:00+00:00", events: ["website.up"] };
  const webhook = await putWebhook(reseller_uuid, attributes);
  const seen = countQueries();
  const after = { ...webhook, test_count: 1 };
  expect(await handler({ Records: [changeOf(Webhook, { before: webhook, after })] })).toEqual(DONE);
  expect(toldOf(reseller_uuid)).toEqual([`${webhook.uuid}: webhook.test ${webhook.uuid}`]);
  expect(seen.queries).toBe(0);
});

test("a message has ten events at most, those of a batch together", async () => {
  const { handler } = start();
  const reseller_uuid = newUuid();
  const { uuid } = await putWebhook(reseller_uuid);
  const users = Array.from({ length: 25 }, () => recordsOf(reseller_uuid).user);
  const Records = users.map((after) => changeOf(User, { after }));
  expect(await handler({ Records })).toEqual(DONE);
  const deliveries = deliveriesOf(reseller_uuid);
  expect(deliveries).toEqual(
    [10, 10, 5].map((length) => ({
      reseller_uuid,
      webhook_uuid: uuid,
      events: expect.objectContaining({ length }),
    })),
  );
  const uuids = deliveries.flatMap(({ events }) => events.map(({ data }) => data.uuid));
  expect(uuids).toEqual(users.map((user) => user.uuid));
});

test("events name the user of their business, who is read once, and only for a webhook", async () => {
  const { handler } = start();
  const reseller_uuid = newUuid();
  const { business, feedItem } = recordsOf(reseller_uuid);
  await Business.put(business).go();
  const existing = { ...feedItem, business_uuid: business.uuid };
  const unknown = { ...existing, business_uuid: newUuid() };
  const Records = [existing, { ...existing, uuid: newUuid() }, unknown].map((after) =>
    changeOf(FeedItem, { after }),
  );
  const seen = { batches: 0 };
  onTestFinished(
    interceptRequests((command) => {
      if (command === "BatchGet") seen.batches += 1;
    }),
  );
  expect(await start().handler({ Records })).toEqual(DONE);
  expect(seen.batches).toBe(0);
  await putWebhook(reseller_uuid);
  expect(await handler({ Records })).toEqual(DONE);
  const [{ events } = { events: [] }] = deliveriesOf(reseller_uuid);
  expect(events).toMatchObject([
    { user_uuid: business.user_uuid, business_uuid: business.uuid },
    { user_uuid: business.user_uuid },
    { user_uuid: null, business_uuid: unknown.business_uuid },
  ]);
  expect(seen.batches).toBe(1);
});

test("a message has nothing of an event that is larger than its body may be", async () => {
  const { handler } = start();
  const reseller_uuid = newUuid();
  await putWebhook(reseller_uuid);
  const { feedItem } = recordsOf(reseller_uuid);
  const after = { ...feedItem, data: { text: "x".repeat(300_000) } };
  expect(await handler({ Records: [changeOf(FeedItem, { after })] })).toEqual(DONE);
  const [delivery] = deliveriesOf(reseller_uuid);
  expect(JSON.stringify(delivery).length).toBeLessThan(1000);
  expect(delivery?.events[0]?.data).toHaveProperty("uuid");
});
