import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, test } from "vitest";
import { indexKeysOf } from "../../../functions/events/deliveries/deliveryPlaces.ts";
import { Delivery } from "../../../shared/entities/delivery.ts";
import { putsLike } from "../../../shared/table/wire.ts";

const place = (sequence: number) => String(sequence).padStart(10, "0");

const records = [9, 10, 123_456].map((sequence) => ({
  reseller_uuid: "reseller",
  webhook_uuid: "webhook",
  sequence,
  uuid: `uuid-${sequence}`,
  event_id: `evt_${sequence}`,
  event_type: "website.updated",
  body: "{}",
  status: "pending" as const,
  attempts: [{ at: "now", status: 500, error: null, duration_ms: 1, response: "no" }],
  tries: 1,
  ...(sequence === 10 ? { next_attempt_at: "soon" } : {}),
  created_at: "now",
  updated_at: "now",
  expires_epoch: 1,
}));
const keyed = records.map((record) => ({ ...record, ...indexKeysOf(record) }));

test("records are put as ElectroDB puts them", () => {
  expect(putsLike(Delivery, keyed, ({ sequence }) => place(sequence))).toEqual(
    records.map((record) => {
      const { Item, ...rest } = Delivery.put(record).params<{ Item: Record<string, unknown> }>();
      return { ...rest, Item: marshall(Item) };
    }),
  );
  expect(putsLike(Delivery, [], () => "")).toEqual([]);
});

test("a sort key that ends otherwise is refused", () => {
  expect(() => putsLike(Delivery, records, ({ sequence }) => String(sequence + 1))).toThrow(
    "does not end with",
  );
});
