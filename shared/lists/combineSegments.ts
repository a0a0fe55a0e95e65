import { BITS_PER_BLOCK, BLOCKS_PER_SEGMENT, type Segment } from "./bitmap.ts";

/** The segments of the sequence numbers that are live in any of the lists. */
export function union(...lists: Segment[][]): Segment[] {
  return combine(lists, (a, b) => a | b);
}

/** The segments of the sequence numbers that are live in all of the lists. */
export function intersection(...lists: Segment[][]): Segment[] {
  return combine(lists, (a, b) => a & b);
}

/** The segments without the sequence numbers below this one. */
export function startingAt(sequence: number, segments: Segment[]): Segment[] {
  const firstBlock = Math.floor(sequence / BITS_PER_BLOCK);
  const below = (1n << BigInt(sequence % BITS_PER_BLOCK)) - 1n;
  return segments.map((segment) =>
    segmentOf(segment.segment, (block, number) => {
      if (number < firstBlock) return 0n;
      const bitmap = BigInt(segment[block] ?? 0);
      return number === firstBlock ? bitmap & ~below : bitmap;
    }),
  );
}

function combine(lists: Segment[][], operation: (a: bigint, b: bigint) => bigint): Segment[] {
  const maps = lists.map((list) => new Map(list.map((segment) => [segment.segment, segment])));
  const numbers = new Set(lists.flat().map(({ segment }) => segment));
  return [...numbers]
    .toSorted((a, b) => a - b)
    .map((number) => {
      const sources = maps.map((segments) => segments.get(number));
      return segmentOf(number, (block) =>
        sources.map((source) => BigInt(source?.[block] ?? 0)).reduce(operation),
      );
    });
}

/** A segment made block by block; `number` counts the blocks from the start of the list. */
function segmentOf(
  segment: number,
  bitmapOf: (block: `b${number}`, number: number) => bigint,
): Segment {
  const made: Segment = { segment };
  for (let index = 0; index < BLOCKS_PER_SEGMENT; index += 1) {
    made[`b${index}`] = bitmapOf(`b${index}`, segment * BLOCKS_PER_SEGMENT + index);
  }
  return made;
}
