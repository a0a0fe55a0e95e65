import type { Limit } from "../limits/recordLimits.ts";
import type { ListedKind, ListedRecord } from "./listedKind.ts";
import { quotaOf, readStripes, STRIPES, stripeOf } from "./stripes.ts";
import { takeSequences } from "./takeSequences.ts";

/** A number that was taken for a new record. */
interface Candidate {
  sequence: number;
  limit: Limit;
}

/**
 * Returns the sequence number by which a record may be created within its limit: the one that was
 * taken, or one in another stripe where that one's is full. Throws what the limit has for lists that
 * are full.
 *
 * Each stripe takes its part of the limit and no more, which is a condition of the creation itself:
 * so a list never has more records than its limit, however many creations there are at once. A list
 * that has given out fewer numbers than it may have records is not read: no stripe has had its part.
 */
export async function findRoom<Listed extends Place & ListedRecord, Place>(
  kind: ListedKind<Listed, Place>,
  place: Place,
  { sequence, limit }: Candidate,
): Promise<number> {
  if (sequence < limit.most) return sequence;
  const stripes = await readStripes(kind.list(place));
  const room = Array.from({ length: STRIPES }, (_, number) => {
    const gate = stripes.find(({ segment, stripe }) => segment === 0 && stripe === number);
    return quotaOf(number, limit.most) - (gate?.live ?? 0);
  });
  if (room.reduce((sum, each) => sum + each, 0) <= 0) throw limit.exceeded;
  if ((room[stripeOf(sequence)] ?? 0) > 0) return sequence;
  const open = [...room.keys()].filter((stripe) => (room[stripe] ?? 0) > 0);
  const wanted = open[Math.floor(Math.random() * open.length)] ?? 0;
  // One of each stripe; the others stay unused.
  const taken = await takeSequences(kind, place, STRIPES);
  if (!taken) return sequence;
  return taken.sequence + ((wanted - stripeOf(taken.sequence) + STRIPES) % STRIPES);
}
