import { hasRoom as hasMemory } from "../../shared/threadMemory.ts";

interface Room {
  /** So many are worked on at once at most. */
  atOnce: number;
  /** Whether there is memory for one more; that of the function unless told. */
  hasRoom?: (() => boolean) | undefined;
}

/**
 * Works on each of some things, in order, several at once: one is begun while there is memory for it,
 * or nothing else is under way.
 */
export async function whileThereIsRoom<Item>(
  items: Item[],
  { atOnce, hasRoom = hasMemory }: Room,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const underway = new Set<Promise<void>>();
  for (const item of items) {
    while (underway.size >= atOnce || (underway.size > 0 && !hasRoom()))
      await Promise.race(underway);
    const one = work(item).finally(() => underway.delete(one));
    underway.add(one);
  }
  await Promise.all(underway);
}
