import { hasRoom as hasMemory } from "../../shared/threadMemory.ts";
import type { Clock } from "../../shared/time.ts";

/** How long whoever finds no room waits before it looks again. */
const PAUSE_MS = 500;

interface Room {
  clock: Clock;
  /** So many are worked on at once at most. */
  atOnce: number;
  /** Whether there is memory for one more; that of the function unless told. */
  hasRoom?(): boolean;
}

/**
 * Works on each of some things, in order, several at once: one is begun while there is memory for it,
 * or nothing else is under way.
 */
export async function whileThereIsRoom<Item>(
  items: Item[],
  { clock, atOnce, hasRoom = hasMemory }: Room,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  let underway = 0;
  const takeTurns = async () => {
    while (true) {
      while (underway > 0 && !hasRoom()) await clock.sleep(PAUSE_MS);
      const { value, done } = rest.next();
      if (done) return;
      underway += 1;
      try {
        await work(value);
      } finally {
        underway -= 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns));
}
