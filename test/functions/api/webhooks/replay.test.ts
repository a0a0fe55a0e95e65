import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Delivery } from "../../../../shared/entities/delivery.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { replaceDelivery, type WebhookKey } from "../../../../shared/webhooks/delivery.ts";
import { changeHealth } from "../../../../shared/webhooks/webhook.ts";
import { call } from "../../../support/api.ts";
import { makeDelivery } from "../../../support/deliveries.ts";
import { invalid, notFound, ok } from "../../../support/expected.ts";
import { makeReseller, makeWebhook } from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { findHealth, makeFailing } from "../../../support/webhooks.ts";

const REPLAY = "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay";
const RANGE = "POST /v1/webhooks/{webhook_uuid}/replay";
const LIST = "GET /v1/webhooks/{webhook_uuid}/deliveries";
const NOW = "2026-01-31T09:30:00+00:00";
const SOONER = "2026-01-31T09:00:00+00:00";
const LATER = "2026-01-31T10:00:00+00:00";

let key: string;
let webhook: WebhookKey;
let own: { reseller_uuid: string; uuid: string };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(NOW) });
  const reseller = await makeReseller();
  key = reseller.key;
  webhook = { reseller_uuid: reseller.uuid, webhook_uuid: await makeWebhook(reseller) };
  own = { reseller_uuid: reseller.uuid, uuid: webhook.webhook_uuid };
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

describe(REPLAY, () => {
  test.each(["delivered", "failed"] as const)(
    "sends a delivery that is %s again, now",
    async (status) => {
      const delivery = await makeDelivery(webhook, { status, tries: 10 });
      const { uuid, event_id, event_type: type, attempts, created_at } = delivery;
      const about = { website_uuid: JSON.parse(delivery.body).data.uuid, about: null };
      const data = { uuid, event_id, type, ...about, attempts, created_at, updated_at: NOW };
      expect(await replay(uuid)).toEqual(
        ok({
          message: "Delivery will be sent again",
          success: true,
          data: { ...data, status: "pending", next_attempt_at: NOW },
        }),
      );
      expect((await Delivery.get(delivery).go()).data).toEqual({
        ...delivery,
        status: "pending",
        tries: 0,
        next_attempt_at: NOW,
        updated_at: NOW,
      });
      expect(await counts()).toEqual({ pending: 1, delivered: 0, failed: 0 });
      expect(await findHealth(own)).toMatchObject({ due_at: NOW });
    },
  );

  test("sends a pending delivery now, once in a second", async () => {
    const pending = { status: "pending", next_attempt_at: LATER, tries: 4 } as const;
    const delivery = await makeDelivery(webhook, pending);
    expect((await replay(delivery.uuid)).body.data).toMatchObject({ next_attempt_at: NOW });
    expect(await replay(delivery.uuid)).toMatchObject({ status: 200 });
    expect(await counts()).toEqual({ pending: 1, delivered: 0, failed: 0 });
  });

  test("asks the endpoint at once, although it fails", async () => {
    const { uuid } = await makeDelivery(webhook);
    await makeFailing(own, new Date(LATER));
    expect(await replay(uuid)).toMatchObject({ status: 200 });
    const health = await findHealth(own);
    expect([health?.due_at, health?.is_open]).toEqual([NOW, undefined]);
  });

  test("leaves a delivery of a disabled webhook pending until that is enabled", async () => {
    const { uuid } = await makeDelivery(webhook);
    await Webhook.patch(own).set({ disabled_at: SOONER, disabled_reason: "gone" }).go();
    expect((await replay(uuid)).body.data).toMatchObject({
      status: "pending",
      next_attempt_at: NOW,
    });
    expect(await findHealth(own)).toBeUndefined();
  });

  test("starts over when the delivery or the health changes in between", async () => {
    const delivery = await makeDelivery(webhook, { status: "pending", next_attempt_at: SOONER });
    const changes = [
      () => makeFailing(own, new Date(LATER)),
      () => replaceDelivery(delivery, { ...delivery, tries: 2, next_attempt_at: LATER }),
      () => changeHealth(own, () => undefined),
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
    expect(await findHealth(own)).toMatchObject({ due_at: NOW });
    expect((await Delivery.get(delivery).go()).data).toMatchObject({ next_attempt_at: NOW });
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
    expect(await findHealth(own)).toBeUndefined();
  });
});

describe(RANGE, () => {
  function replayRange(query: Record<string, string>) {
    return call(RANGE, { key, uuid: webhook.webhook_uuid, query });
  }

  const requested = async () => (await Webhook.get(own).go()).data?.replay;

  test.each([
    ["2026-01-29T09:00:00.7+01:00", "2026-01-29T08:00:00+00:00"],
    ["1999-01-30T02:00:00Z", "1999-01-30T02:00:00+00:00"],
    ["2027-01-30T02:00:00Z", "2027-01-30T02:00:00+00:00"],
  ])(
    "notes that all deliveries since %s are requested, of one status or all",
    async (sent, since) => {
      expect(await replayRange({ since: sent })).toEqual(
        ok({
          message: "Deliveries will be sent again",
          success: true,
          data: { since, status: null },
        }),
      );
      expect(await requested()).toEqual({ since, requested_at: NOW });
      const { body } = await replayRange({ since: sent, status: "failed" });
      expect(body.data).toEqual({ since, status: "failed" });
      expect(await requested()).toEqual({ since, status: "failed", requested_at: NOW });
    },
  );

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
      expect(await requested()).toBeUndefined();
    },
  );
});
