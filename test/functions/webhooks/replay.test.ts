import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WebhookKey } from "../../../functions/events/deliveries/deliveryPlaces.ts";
import { newLane } from "../../../functions/events/deliveries/laneRules.ts";
import { Delivery, type DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { DeliveryLane } from "../../../shared/entities/deliveryLane.ts";
import { DeliveryReplay } from "../../../shared/entities/deliveryReplay.ts";
import { DeliveryRetry } from "../../../shared/entities/deliveryRetry.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { invalid, notFound, ok } from "../../support/expected.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

const REPLAY = "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay";
const RANGE = "POST /v1/webhooks/{webhook_uuid}/replay";
const LIST = "GET /v1/webhooks/{webhook_uuid}/deliveries";
const NOW = "2026-01-31T09:30:00+00:00";
const SOONER = "2026-01-31T09:00:00+00:00";
const LATER = "2026-01-31T10:00:00+00:00";

let key: string;
let webhook: WebhookKey;
let lane: { reseller_uuid: string; uuid: string };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(NOW) });
  const reseller = await makeReseller();
  key = reseller.key;
  webhook = { reseller_uuid: reseller.uuid, webhook_uuid: await makeWebhook(reseller) };
  lane = { reseller_uuid: reseller.uuid, uuid: webhook.webhook_uuid };
});

afterEach(() => {
  vi.useRealTimers();
});

function replay(delivery_uuid: string) {
  return call(REPLAY, { key, uuid: { webhook_uuid: webhook.webhook_uuid, delivery_uuid } });
}

async function counts() {
  const count = async (status: string) => {
    const query = { status };
    return (await call(LIST, { key, uuid: webhook.webhook_uuid, query })).body.data.length;
  };
  return {
    pending: await count("pending"),
    delivered: await count("delivered"),
    failed: await count("failed"),
  };
}

const retries = async () => (await DeliveryRetry.query.bySoonest(webhook).go()).data;
const readLane = async () => (await DeliveryLane.get(lane).go()).data;

/** The retries of a webhook. */
function retryOf({ sequence, expires_epoch }: DeliveryRecord, due_at = NOW) {
  return { ...webhook, sequence, expires_epoch, due_at };
}

describe(REPLAY, () => {
  test.each(["delivered", "failed"] as const)(
    "sends a delivery that is %s again, now",
    async (status) => {
      const delivery = await makeDelivery(webhook, { status, tries: 10 });
      const { uuid, event_id, event_type: type, attempts, created_at } = delivery;
      const data = { uuid, event_id, type, attempts, created_at, updated_at: NOW };
      expect(await replay(uuid)).toEqual(
        ok({
          message: "Delivery will be sent again",
          success: true,
          data: { ...data, status: "pending", next_attempt_at: NOW, waits_for: null },
        }),
      );
      const { sequence } = delivery;
      expect((await Delivery.get({ ...webhook, sequence }).go()).data).toEqual({
        ...delivery,
        status: "pending",
        tries: 0,
        next_attempt_at: NOW,
        updated_at: NOW,
      });
      expect(await counts()).toEqual({ pending: 1, delivered: 0, failed: 0 });
      expect(await retries()).toEqual([retryOf(delivery)]);
      expect(await readLane()).toEqual(newLane(lane, NOW));
    },
  );

  test("sends a pending delivery now, and refuses a second time within that second", async () => {
    const pending = { status: "pending", next_attempt_at: LATER, tries: 4 } as const;
    const delivery = await makeDelivery(webhook, pending);
    expect((await replay(delivery.uuid)).body.data).toMatchObject({ next_attempt_at: NOW });
    expect(await replay(delivery.uuid)).toMatchObject({
      status: 429,
      headers: { "retry-after": "1" },
      body: { code: 429, message: "This delivery is being sent already" },
    });
    expect(await counts()).toEqual({ pending: 1, delivered: 0, failed: 0 });
    expect(await retries()).toEqual([retryOf(delivery)]);
    vi.setSystemTime(new Date(NOW).getTime() + 1000);
    expect(await replay(delivery.uuid)).toMatchObject({ status: 200 });
  });

  test.each([
    { due_at: LATER, expected: { due_at: NOW } },
    { due_at: SOONER, expected: { due_at: SOONER } },
    { due_at: LATER, blocked_until: LATER, expected: { due_at: NOW, blocked_until: undefined } },
    { due_at: LATER, blocked_until: SOONER, expected: { due_at: NOW, blocked_until: undefined } },
  ])("makes the lane due, however it is blocked: %j", async ({ due_at, expected, ...more }) => {
    const { uuid } = await makeDelivery(webhook);
    const before = { ...newLane(lane, due_at), failures: 3, failing_since: SOONER, ...more };
    await DeliveryLane.create(before).go();
    expect(await replay(uuid)).toMatchObject({ status: 200 });
    expect(await readLane()).toEqual({ ...before, ...expected });
    const { shard } = before;
    const { data: due } = await DeliveryLane.query.due({ shard }).go();
    expect(due.filter((each) => each.uuid === lane.uuid)).toMatchObject([
      { due_at: expected.due_at },
    ]);
  });

  test("starts over when the delivery or the lane changes in between", async () => {
    const delivery = await makeDelivery(webhook, { status: "pending", next_attempt_at: SOONER });
    const changes = [
      () => DeliveryLane.create(newLane(lane, LATER)).go(),
      () =>
        DeliveryRetry.create({ ...webhook, ...delivery, due_at: LATER })
          .go()
          .then(() => Delivery.patch(delivery).set({ tries: 2, next_attempt_at: LATER }).go()),
      () => DeliveryLane.remove(lane).go(),
    ];
    const end = interceptRequests(async (command) => {
      if (command === "TransactWrite") await changes.shift()?.();
    });
    try {
      expect(await replay(delivery.uuid)).toMatchObject({ status: 200 });
    } finally {
      end();
    }
    expect(changes).toEqual([]);
    expect(await readLane()).toEqual(newLane(lane, NOW));
    expect(await retries()).toContainEqual(retryOf(delivery));
    expect(await retries()).not.toContainEqual(retryOf(delivery, LATER));
  });

  test("answers 404 for an unknown delivery and for a webhook that is deleted meanwhile", async () => {
    expect(await replay(newUuid())).toEqual(notFound("deliveries"));
    const { uuid } = await makeDelivery(webhook);
    const remove = () =>
      call("DELETE /v1/webhooks/{webhook_uuid}", { key, uuid: webhook.webhook_uuid });
    let removed = false;
    const end = interceptRequests(async (command) => {
      if (command !== "TransactWrite" || removed) return;
      removed = true;
      await remove();
    });
    try {
      expect(await replay(uuid)).toEqual(notFound("webhooks"));
    } finally {
      end();
    }
    expect(await retries()).toEqual([]);
    expect(await readLane()).toBeNull();
  });
});

describe(RANGE, () => {
  function replayRange(query: Record<string, string>) {
    return call(RANGE, { key, uuid: webhook.webhook_uuid, query });
  }

  const replays = async () => (await DeliveryReplay.query.ofWebhook(webhook).go()).data;

  test("stores a request for all deliveries since a time, of one status or all", async () => {
    for (const day of ["28", "29", "29", "30", "31"]) {
      await makeDelivery(webhook, { at: new Date(`2026-01-${day}T08:00:00Z`) });
    }
    const since = "2026-01-29T08:00:00+00:00";
    expect(await replayRange({ since })).toEqual(
      ok({
        message: "Deliveries will be sent again",
        success: true,
        data: { since, status: null },
      }),
    );
    const stretch = { from: 1, until: 5 };
    const uuid = expect.any(String);
    const record = { ...webhook, uuid, ...stretch, since, created_at: NOW };
    expect(await replays()).toEqual([record]);

    const { body } = await replayRange({ since, status: "failed" });
    expect(body.data).toEqual({ since, status: "failed" });
    expect(await replays()).toEqual([record, { ...record, status: "failed" }]);
  });

  test.each([
    ["2026-01-29T09:00:00.7+01:00", "2026-01-29T08:00:00+00:00", 1],
    ["2026-01-30T00:30:00Z", "2026-01-30T00:30:00+00:00", 1],
    ["2026-01-30T02:00:00Z", "2026-01-30T02:00:00+00:00", 2],
    ["1999-01-30T02:00:00Z", "1999-01-30T02:00:00+00:00", 0],
    ["2027-01-30T02:00:00Z", "2027-01-30T02:00:00+00:00", 2],
  ])("takes %s for %s, from number %d on", async (sent, since, from) => {
    await makeDelivery(webhook, { at: new Date("2026-01-28T08:00:00Z") });
    await makeDelivery(webhook, { at: new Date("2026-01-29T08:00:00Z") });
    expect((await replayRange({ since: sent })).body.data).toEqual({ since, status: null });
    expect(await replays()).toMatchObject([{ since, from, until: 2 }]);
  });

  test.each([
    [{}, { since: { required: "Since is required" } }],
    ...["", "2026-01-31T09:30:00", "2026-02-31T09:30:00Z"].map((since) => [
      { since },
      { since: { format: "Since must be a time such as 2026-01-31T09:30:00+00:00" } },
    ]),
    [
      { since: NOW, status: "gone" },
      { status: { options: "Status must be one of pending, delivered, failed" } },
    ],
  ] as [Record<string, string>, Record<string, Record<string, string>>][])(
    "refuses %j",
    async (query, errors) => {
      expect(await replayRange(query)).toEqual(invalid(errors));
      expect(await replays()).toEqual([]);
    },
  );

  test("answers 404 after the webhook was deleted", async () => {
    await call("DELETE /v1/webhooks/{webhook_uuid}", { key, uuid: webhook.webhook_uuid });
    expect(await replayRange({ since: NOW })).toEqual(notFound("webhooks"));
    expect(await replays()).toEqual([]);
  });
});
