import { locate, type Segment } from "../../../shared/platform/table/bitmap.ts";

/** The segments of a list in which just these sequence numbers are live. */
export function segmentsOf(live: number[]): Segment[] {
  const segments = new Map<number, Segment>();
  for (const sequence of live) {
    const { segment, block, bit } = locate(sequence);
    const stored: Segment = segments.get(segment) ?? { segment };
    stored[block] = BigInt(stored[block] ?? 0) | bit;
    segments.set(segment, stored);
  }
  return [...segments.values()].sort((a, b) => a.segment - b.segment);
}
