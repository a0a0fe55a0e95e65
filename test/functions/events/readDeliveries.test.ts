import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  changeBits,
  statusList,
  typeList,
  type WebhookKey,
} from "../../../functions/events/deliveries/deliveryPlaces.ts";
import { type DeliveryFilter, readDeliveries } from "../../../functions/events/readDeliveries.ts";
import { replayDelivery } from "../../../functions/events/replay.ts";
import {
  Delivery,
  type DeliveryRecord,
  deliveryStatuses,
} from "../../../shared/entities/delivery.ts";
import { DeliveryCounter } from "../../../shared/entities/deliveryCounter.ts";
import { transact, write } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { costOf } from "../../support/cost.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { fillLogList } from "../../support/fill.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { runs, thoroughly } from "../../support/runs.ts";

async function makeLog(): Promise<WebhookKey> {
  const reseller = await makeReseller();
  return { reseller_uuid: reseller.uuid, webhook_uuid: await makeWebhook(reseller) };
}

const types = ["website.down", "website.up", "webhook.test"] as const;

const matches = (delivery: DeliveryRecord, { status, type }: DeliveryFilter) =>
  (status ?? delivery.status) === delivery.status &&
  (type ?? delivery.event_type) === delivery.event_type;

test("any page of any filter is what an array would have", async () => {
  const delivery = fc.record({
    status: fc.constantFrom(...deliveryStatuses),
    event_type: fc.constantFrom(...types),
    isReplayed: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 118, 9598),
      fc.array(delivery, { maxLength: 12 }),
      fc.record({ offset: fc.nat(6), limit: fc.integer({ min: 1, max: 5 }) }),
      async (first, given, page) => {
        const log = await makeLog();
        await DeliveryCounter.create({ ...log, next_sequence: first }).go();
        const made: DeliveryRecord[] = [];
        for (const { isReplayed, ...each } of given) {
          const delivery = await makeDelivery(log, each);
          made.unshift(isReplayed ? await replayDelivery(log, delivery.uuid) : delivery);
        }
        for (const status of [undefined, ...deliveryStatuses]) {
          for (const type of [undefined, ...types]) {
            const all = made.filter((delivery) => matches(delivery, { status, type }));
            expect(await readDeliveries(log, { status, type, ...page })).toEqual({
              total: all.length,
              records: all.slice(page.offset, page.offset + page.limit),
            });
          }
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

describe("of a log of 200,000 deliveries", () => {
  const COUNT = 200_000;
  const LIMIT = 20;

  /** A log of delivered events of one type, of which only these deliveries are stored. */
  async function fillLog(sequences: number[]): Promise<WebhookKey> {
    const log = await makeLog();
    const one = await makeDelivery(log, { event_type: "website.up" });
    await Delivery.put(sequences.map((sequence) => ({ ...one, sequence }))).go();
    await fillLogList(statusList(log, "delivered"), COUNT);
    await fillLogList(typeList(log, "website.up"), COUNT);
    const days = { [timestamp().slice(0, 10)]: 0 };
    await DeliveryCounter.put({ ...log, next_sequence: COUNT, days }).go();
    return log;
  }

  const both: DeliveryFilter = { status: "delivered", type: "website.up" };
  const one: DeliveryFilter[] = [{ status: "delivered" }, { type: "website.up" }];

  test.each(thoroughly([{}, ...one, both], [{}, both]))(
    "the last page costs what the first one costs: %j",
    async (filter) => {
      const first = Array.from({ length: LIMIT }, (_, index) => COUNT - 1 - index);
      const last = Array.from({ length: LIMIT }, (_, index) => LIMIT - 1 - index);
      const log = await fillLog([...first, ...last]);
      const costOfPage = (offset: number, expected: number[]) =>
        costOf(async () => {
          const { total, records } = await readDeliveries(log, { offset, limit: LIMIT, ...filter });
          expect(total).toBe(COUNT);
          expect(records.map(({ sequence }) => sequence)).toEqual(expected);
        });
      const cost = await costOfPage(0, first);
      expect(await costOfPage(COUNT - LIMIT, last)).toEqual(cost);
      expect(cost.requests).toBeLessThanOrEqual(4);
      // The deliveries, the webhook with its counter and lane, and 21 segments of each list.
      expect(cost.readUnits).toBeLessThanOrEqual(LIMIT + 3 + 21 * 4);
    },
  );
});

describe("what changes while a page is read", () => {
  /** Does something once, before the read of this number. */
  async function during(reads: number, change: () => Promise<unknown>, work: () => Promise<void>) {
    let left = reads;
    const end = interceptRequests(async (command) => {
      if (command !== "BatchGet") return;
      left -= 1;
      if (left === 0) await change();
    });
    try {
      await work();
    } finally {
      end();
    }
    expect(left).toBeLessThanOrEqual(0);
  }

  /** Marks a delivery as delivered, as the retrier does. */
  function deliver(delivery: DeliveryRecord) {
    const { reseller_uuid, webhook_uuid, sequence } = delivery;
    return transact(
      write(Delivery, (entity) =>
        entity
          .patch({ reseller_uuid, webhook_uuid, sequence })
          .set({ status: "delivered" })
          .commit(),
      ),
      ...changeBits(
        [
          { list: statusList(delivery, "pending"), sequence, isSet: false },
          { list: statusList(delivery, "delivered"), sequence, isSet: true },
        ],
        new Date(),
      ),
    );
  }

  test.each([1, 2, 3, 4])("is on the page, before read %d", async (read) => {
    const log = await makeLog();
    const pending = await makeDelivery(log, { status: "pending" });
    const other = await makeDelivery(log);
    await during(
      read,
      () => deliver(pending),
      async () => {
        const { total, records } = await readDeliveries(log, { offset: 0, limit: 20 });
        expect(total).toBe(2);
        expect(records.map(({ sequence }) => sequence)).toEqual([other.sequence, pending.sequence]);
      },
    );
  });

  test.each([2, 3])("has the requested status after a change before read %d", async (read) => {
    const log = await makeLog();
    const made = [
      await makeDelivery(log, { status: "pending" }),
      await makeDelivery(log, { status: "pending" }),
    ] as const;
    await during(
      read,
      () => deliver(made[1]),
      async () => {
        const page = { status: "pending", offset: 0, limit: 20 } as const;
        expect(await readDeliveries(log, page)).toEqual({ total: 1, records: [made[0]] });
      },
    );
  });
});
