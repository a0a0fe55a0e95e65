import type { Limit } from "../limits/limits.ts";
import { findLive } from "./bitmap.ts";
import type { ListedKind, ListedRecord } from "./listedKind.ts";
import { readSegments } from "./readPage.ts";

/** So close to its limit, only the latest of several creations in a list is written. */
export const MARGIN = 200;
/** Further away, a creation is written unless so many others have begun meanwhile. */
const WINDOW = 50;

/**
 * Throws what a limit has for lists that are full. Otherwise returns the value that the counter of
 * the list may have when the record with this number is written: then the list never has more
 * records than its limit, however many creations there are at once.
 *
 * A list that has given out fewer numbers than it may have records is not read. One that has given
 * out more is counted after the number was taken, so that only creations that took theirs before
 * can be missing from the count; the bound on the counter lets few of those write, or none.
 */
export async function findRoom<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  { sequence, limit }: { sequence: number; limit: Limit },
): Promise<number> {
  if (sequence < limit.most) return limit.most;
  const { total } = findLive(await readSegments(kind.list(place)), 0, 0);
  if (total >= limit.most) throw limit.exceeded;
  return sequence + 1 + (total < limit.most - MARGIN ? WINDOW : 0);
}
