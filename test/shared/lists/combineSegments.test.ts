import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findLive,
  findNewest,
  intersection,
  type Segment,
  startingAt,
  union,
} from "../../../shared/lists/bitmap.ts";
import { segmentsOf } from "./segmentsOf.ts";

/** Around the borders of blocks (120) and segments (9,600). */
const sequence = fc.oneof(
  fc.nat(30),
  fc.integer({ min: 110, max: 130 }),
  fc.integer({ min: 9590, max: 9610 }),
  fc.integer({ min: 19_190, max: 19_210 }),
);
const live = fc.uniqueArray(sequence, { maxLength: 40 });

const allOf = (segments: Segment[]) =>
  findLive(segments, { offset: 0, limit: Number.POSITIVE_INFINITY }).sequences;
const ascending = (sequences: Iterable<number>) => [...sequences].toSorted((a, b) => a - b);

test("any, all and those from a number on are what sets would have", () => {
  fc.assert(
    fc.property(live, live, sequence, (one, other, first) => {
      const segments = [segmentsOf(one), segmentsOf(other)];
      const both = one.filter((each) => other.includes(each));
      expect(allOf(union(...segments))).toEqual(ascending(new Set([...one, ...other])));
      expect(allOf(intersection(...segments))).toEqual(ascending(both));
      const later = one.filter((each) => each >= first);
      expect(allOf(startingAt(first, segmentsOf(one)))).toEqual(ascending(later));
    }),
  );
});

test("segments come in order, whichever list has them", () => {
  const [early, middle, late] = [segmentsOf([3]), segmentsOf([9600]), segmentsOf([19_200])];
  const numbers = union(late, early, middle).map(({ segment }) => segment);
  expect(numbers).toEqual([0, 1, 2]);
});

test("a single list stays as it is", () => {
  const sequences = [0, 119, 120, 9599, 9600];
  expect(allOf(union(segmentsOf(sequences)))).toEqual(sequences);
  expect(allOf(intersection(segmentsOf(sequences)))).toEqual(sequences);
});

test("the newest are found from the end, with the total", () => {
  fc.assert(
    fc.property(live, fc.nat(50), fc.integer({ min: 1, max: 10 }), (sequences, offset, limit) => {
      expect(findNewest(segmentsOf(sequences), { offset, limit })).toEqual({
        total: sequences.length,
        sequences: ascending(sequences)
          .toReversed()
          .slice(offset, offset + limit),
      });
    }),
  );
});
