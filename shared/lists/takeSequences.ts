import { writeIfTrue } from "../table/transact.ts";
import type { ListedKind, ListedRecord } from "./listedKind.ts";

/**
 * Takes so many sequence numbers of the list at a place, and returns the first of them with the
 * record that the list belongs to; undefined when that does not exist. A number that is not used in
 * the end stays unused. The record is part of no creation's transaction: all of a list take their
 * numbers there.
 */
export async function takeSequences<Listed extends Place & ListedRecord, Place>(
  { parent }: ListedKind<Listed, Place>,
  place: Place,
  count = 1,
): Promise<{ sequence: number; parent: unknown } | undefined> {
  const counted = await writeIfTrue(() =>
    parent.entity
      .patch(parent.key(place))
      .add({ [parent.counter]: count })
      .go({ response: "all_new" }),
  );
  if (!counted) return undefined;
  return { sequence: counted.data[parent.counter] - count, parent: counted.data };
}
