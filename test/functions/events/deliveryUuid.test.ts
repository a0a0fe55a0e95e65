import fc from "fast-check";
import { expect, it } from "vitest";
import {
  newDeliveryUuid,
  sequenceOf,
} from "../../../functions/events/deliveries/deliveryPlaces.ts";
import { parseUuid } from "../../../shared/uuid.ts";

it("holds the sequence number of its delivery", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffff_ffff }),
      fc.date({ min: new Date(0) }),
      (sequence, at) => {
        const uuid = newDeliveryUuid({ at, sequence });
        expect(parseUuid(uuid)).toBe(uuid);
        expect(sequenceOf(uuid)).toBe(sequence);
      },
    ),
  );
});

it("reads some number out of a uuid that is no delivery's", () => {
  expect(sequenceOf("ffffffff-ffff-ffff-ffff-ffffffffffff")).toBe(0xffff_ffff);
});
