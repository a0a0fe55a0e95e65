/**
 * A list numbers its records and keeps a bit for each number, which is set while the record exists.
 * With these bits, any page is found without reading the records before it. A block of bits is one
 * DynamoDB number (38 digits hold 126 bits), which ADD changes atomically; a segment is one item with
 * many blocks.
 */
const BITS_PER_BLOCK = 120;
export const BLOCKS_PER_SEGMENT = 80;

/** Where the bit of a sequence number is: its segment, its block and its value in the block. */
export function locate(sequence: number): { segment: number; block: `b${number}`; bit: bigint } {
  const block = Math.floor(sequence / BITS_PER_BLOCK);
  return {
    segment: Math.floor(block / BLOCKS_PER_SEGMENT),
    block: `b${block % BLOCKS_PER_SEGMENT}`,
    bit: 1n << BigInt(sequence % BITS_PER_BLOCK),
  };
}

/**
 * A segment as it is stored: its number, the bitmaps of its blocks, and its stripe if the list has
 * stripes.
 */
export type Segment = { segment: number; stripe?: number } & {
  [block: `b${number}`]: number | bigint;
};

/** A part of a list: at most `limit` records after the first `offset`. */
export interface Slice {
  offset: number;
  limit: number;
}

/**
 * Counts the live records of a list, and finds the sequence numbers of those in the slice, lowest first.
 * With several stripes, a number belongs to the stripe of its remainder.
 */
export function findLive(segments: Segment[], { offset, limit }: Slice, stripes = 1) {
  const sequences: number[] = [];
  let total = 0;
  for (const { block, bitmaps } of blocksOf(segments)) {
    const count = bitmaps.reduce((sum, { bitmap }) => sum + countBits(bitmap), 0);
    if (total + count > offset && sequences.length < limit) {
      const first = block * BITS_PER_BLOCK;
      const live = bitmaps.flatMap(({ stripe, bitmap }) =>
        positions(bitmap).map((position) => (first + position) * stripes + stripe),
      );
      const skipped = Math.max(0, offset - total);
      const inOrder = live.toSorted((a, b) => a - b);
      sequences.push(...inOrder.slice(skipped, skipped + limit - sequences.length));
    }
    total += count;
  }
  return { total, sequences };
}

/** The blocks with live records, in order, each with the bitmaps of its stripes. */
function blocksOf(segments: Segment[]) {
  const bitmaps = segments.flatMap((segment) =>
    Object.entries(segment).flatMap(([name, value]) => {
      if (!name.startsWith("b") || !value) return [];
      const index = Number(name.slice(1));
      const block = segment.segment * BLOCKS_PER_SEGMENT + index;
      return { block, stripe: segment.stripe ?? 0, bitmap: BigInt(value) };
    }),
  );
  const byBlock = Map.groupBy(bitmaps, ({ block }) => block);
  return [...byBlock]
    .toSorted(([one], [other]) => one - other)
    .map(([block, bitmaps]) => ({ block, bitmaps }));
}

function countBits(bitmap: bigint): number {
  return bitmap.toString(2).replaceAll("0", "").length;
}

/** The positions of the set bits, lowest first. */
function positions(bitmap: bigint): number[] {
  const digits = bitmap.toString(2);
  const set: number[] = [];
  for (let position = 0; position < digits.length; position += 1) {
    if (digits[digits.length - 1 - position] === "1") set.push(position);
  }
  return set;
}
