import fc from "fast-check";
import { expect, test } from "vitest";
import { type DeliveryRecord, deliveryStatuses } from "../../../shared/entities/delivery.ts";
import { eventTypes } from "../../../shared/webhooks/catalogue.ts";
import type { WebhookKey } from "../../../shared/webhooks/delivery.ts";
import { listDeliveries } from "../../../shared/webhooks/deliveryLog.ts";
import { replayDelivery } from "../../../shared/webhooks/replay.ts";
import { costOf } from "../../support/cost.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { runs } from "../../support/runs.ts";

async function makeLog(): Promise<WebhookKey> {
  const reseller = await makeReseller();
  return { reseller_uuid: reseller.uuid, webhook_uuid: await makeWebhook(reseller) };
}

type Filter = Pick<Parameters<typeof listDeliveries>[1], "status" | "type">;

const types = ["website.down", "website.up", "webhook.test"] as const;

const matches = (delivery: DeliveryRecord, { status, type }: Filter) =>
  (status ?? delivery.status) === delivery.status &&
  (type ?? delivery.event_type) === delivery.event_type;

/** All pages of a log, from the first to the last. */
async function pagesOf(log: WebhookKey, filter: Filter, limit: number) {
  const pages: DeliveryRecord[][] = [];
  let after: string | undefined;
  do {
    const { records, next }: Awaited<ReturnType<typeof listDeliveries>> = await listDeliveries(
      log,
      { ...filter, after, limit },
    );
    pages.push(records);
    after = next;
  } while (after !== undefined);
  return pages;
}

test("the pages of any filter are those of an array", async () => {
  const delivery = fc.record({
    status: fc.constantFrom(...deliveryStatuses),
    event_type: fc.constantFrom(...types),
    isReplayed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(delivery, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (input, limit) => {
        const log = await makeLog();
        const deliveries: DeliveryRecord[] = [];
        for (const { isReplayed, ...each } of input) {
          const delivery = await makeDelivery(log, each);
          deliveries.unshift(isReplayed ? await replayDelivery(log, delivery.uuid) : delivery);
        }
        for (const status of [undefined, ...deliveryStatuses]) {
          for (const type of [undefined, ...types]) {
            const all = deliveries.filter((delivery) => matches(delivery, { status, type }));
            const pages = await pagesOf(log, { status, type }, limit);
            expect(pages.flat()).toEqual(all);
            expect(pages).toHaveLength(Math.max(1, Math.ceil(all.length / limit)));
          }
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

test.each<[Filter, number]>([
  [{}, 2],
  [{ status: "delivered" }, 2 + eventTypes.length],
  [{ type: "website.up", status: "delivered" }, 3],
  [{ type: "website.up" }, 5],
])("a page costs as many requests at any depth: %j", async (filter, requests) => {
  const log = await makeLog();
  for (let count = 0; count < 9; count += 1) await makeDelivery(log, { event_type: "website.up" });
  let after: string | undefined;
  for (const count of [4, 4, 1]) {
    const cost = await costOf(async () => {
      const page = await listDeliveries(log, { ...filter, after, limit: 4 });
      expect(page.records).toHaveLength(count);
      after = page.next;
    });
    expect(cost.requests).toBe(requests);
  }
});
