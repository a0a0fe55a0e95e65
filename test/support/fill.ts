import { ListEntry, ListStripe } from "../../shared/entities/list.ts";
import type { List } from "../../shared/lists/listedKind.ts";
import { STRIPES } from "../../shared/lists/stripes.ts";
import { BLOCKS_PER_SEGMENT } from "../../shared/platform/table/bitmap.ts";

const BITS_PER_BLOCK = 120;
const FULL_BLOCK = 2n ** BigInt(BITS_PER_BLOCK) - 1n;
const PER_SEGMENT = BITS_PER_BLOCK * BLOCKS_PER_SEGMENT;

/** The key of a segment of one of a list's stripes, as it is stored. */
export function segmentKey({ reseller_uuid, list }: List, segment: number, stripe: number) {
  return { pk: `reseller#${reseller_uuid}#${list}`, sk: `s#${segment}#${stripe}` };
}

/**
 * Fills an empty list with `count` records as made by `record`. With `entries`, only the copies with these
 * numbers are written: enough to read their pages, and much faster.
 */
export async function fillList(
  list: List,
  count: number,
  record: (sequence: number) => object,
  entries = Array.from({ length: count }, (_, sequence) => sequence),
) {
  await ListEntry.put(
    entries.map((sequence) => ({ ...list, sequence, record: { ...record(sequence), sequence } })),
  ).go({ concurrency: 8 });
  const stripes = Array.from({ length: STRIPES }, (_, stripe) => {
    const live = Math.floor((count + STRIPES - 1 - stripe) / STRIPES);
    return Array.from({ length: Math.ceil(live / PER_SEGMENT) }, (_, segment) => ({
      ...segmentKey(list, segment, stripe),
      ...fullBlocks(live - segment * PER_SEGMENT),
    }));
  });
  await ListStripe.put(stripes.flat()).go({ concurrency: 8 });
}

function fullBlocks(count: number) {
  const blocks = Math.min(BLOCKS_PER_SEGMENT, Math.ceil(count / BITS_PER_BLOCK));
  return Object.fromEntries(
    Array.from({ length: blocks }, (_, block) => {
      const bits = Math.min(BITS_PER_BLOCK, count - block * BITS_PER_BLOCK);
      return [`b${block}`, bits === BITS_PER_BLOCK ? FULL_BLOCK : 2n ** BigInt(bits) - 1n];
    }),
  );
}
