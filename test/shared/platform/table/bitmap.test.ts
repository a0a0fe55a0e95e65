import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BLOCKS_PER_SEGMENT, findLive, locate } from "../../../../shared/platform/table/bitmap.ts";
import { segmentsOf } from "../../lists/segmentsOf.ts";

const PER_SEGMENT = 120 * BLOCKS_PER_SEGMENT;

describe("locate", () => {
  test("gives each sequence number its own bit", () => {
    expect(locate(0)).toEqual({ segment: 0, block: "b0", bit: 1n });
    expect(locate(119)).toEqual({ segment: 0, block: "b0", bit: 2n ** 119n });
    expect(locate(120)).toEqual({ segment: 0, block: "b1", bit: 1n });
    expect(locate(PER_SEGMENT)).toEqual({ segment: 1, block: "b0", bit: 1n });
  });

  test("keeps a full block within the 38 digits of a DynamoDB number", () => {
    expect(String(locate(119).bit * 2n - 1n).length).toBeLessThanOrEqual(38);
  });
});

describe("findLive", () => {
  test("finds nothing in an empty list", () => {
    expect(findLive([], { offset: 0, limit: 20 })).toEqual({ total: 0, sequences: [] });
  });

  test("reads a bitmap that DynamoDB gives back as a number", () => {
    expect(findLive([{ segment: 0, b0: 5 }], { offset: 0, limit: 20 })).toEqual({
      total: 2,
      sequences: [0, 2],
    });
  });

  test("finds the same page as an array does, whatever is live", () => {
    const sequence = fc.oneof(fc.nat(PER_SEGMENT * 3), fc.nat(240));
    fc.assert(
      fc.property(
        fc.uniqueArray(sequence),
        fc.nat(80),
        fc.integer({ min: 1, max: 100 }),
        (live, offset, limit) => {
          const inOrder = live.toSorted((a, b) => a - b);
          expect(findLive(segmentsOf(live), { offset, limit })).toEqual({
            total: live.length,
            sequences: inOrder.slice(offset, offset + limit),
          });
        },
      ),
    );
  });
});
