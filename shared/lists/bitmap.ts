/**
 * A list numbers its records and keeps one bit for each number: set while the record is there.
 * A block of bits is one DynamoDB number (38 digits hold 126 bits), so it is changed atomically
 * with ADD, and a segment is one item of many blocks. Any page is then found without reading what
 * comes before it: 1,000,000 records are 105 items of 2 KB.
 */
export const BITS_PER_BLOCK = 120;
export const BLOCKS_PER_SEGMENT = 80;

/** Where the bit of a sequence number is, and its value within its block. */
export function locate(sequence: number): { segment: number; block: `b${number}`; bit: bigint } {
  const block = Math.floor(sequence / BITS_PER_BLOCK);
  return {
    segment: Math.floor(block / BLOCKS_PER_SEGMENT),
    block: `b${block % BLOCKS_PER_SEGMENT}`,
    bit: 1n << BigInt(sequence % BITS_PER_BLOCK),
  };
}

/** A segment as it is stored: its number, and the bitmap of each block that was ever used. */
export type Segment = { segment: number } & { [block: `b${number}`]: number | bigint };

/**
 * The total of a list, and the sequence numbers of its live records from `offset` on, at most
 * `limit` of them, lowest first.
 */
export function findLive(segments: Segment[], offset: number, limit: number) {
  const sequences: number[] = [];
  let total = 0;
  for (const segment of segments) {
    for (let index = 0; index < BLOCKS_PER_SEGMENT; index += 1) {
      const bitmap = BigInt(segment[`b${index}`] ?? 0);
      if (bitmap === 0n) continue;
      const count = countBits(bitmap);
      if (total + count > offset && sequences.length < limit) {
        const first = (segment.segment * BLOCKS_PER_SEGMENT + index) * BITS_PER_BLOCK;
        const skipped = Math.max(0, offset - total);
        const wanted = positions(bitmap).slice(skipped, skipped + limit - sequences.length);
        sequences.push(...wanted.map((position) => first + position));
      }
      total += count;
    }
  }
  return { total, sequences };
}

/**
 * As `findLive`, highest first: the total, and the sequence numbers from the end of the list on, after
 * `offset` of them.
 */
export function findNewest(segments: Segment[], offset: number, limit: number) {
  const { total } = findLive(segments, 0, 0);
  const end = Math.max(0, total - offset);
  const start = Math.max(0, end - limit);
  const { sequences } = findLive(segments, start, end - start);
  return { total, sequences: sequences.reverse() };
}

function countBits(bitmap: bigint): number {
  return bitmap.toString(2).replaceAll("0", "").length;
}

/** The positions of the set bits, lowest first. */
function positions(bitmap: bigint): number[] {
  const digits = bitmap.toString(2);
  const found: number[] = [];
  for (let position = 0; position < digits.length; position += 1) {
    if (digits[digits.length - 1 - position] === "1") found.push(position);
  }
  return found;
}
