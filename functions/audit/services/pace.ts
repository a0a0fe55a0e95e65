import { setTimeout } from "node:timers/promises";
import { PaceSlot } from "../../../shared/entities/paceSlot.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";

/** Resolves when the next request may start. */
export type Pace = () => Promise<void>;

const LONGEST_WAIT_MS = 60_000;

/**
 * Waits for a slot that all audits take in order, `milliseconds` apart, wherever they run. Throws
 * where that would be a minute away: waiting costs as much as working.
 */
export function tablePace(name: string, milliseconds: number): Pace {
  return async () => {
    let slot: number | undefined;
    while (slot === undefined) slot = await takeSlot(name, milliseconds);
    await setTimeout(Math.max(0, slot - Date.now()));
  };
}

/** The time of the slot, or undefined when somebody else was faster. */
async function takeSlot(name: string, milliseconds: number): Promise<number | undefined> {
  const { data: last } = await PaceSlot.get({ name }).go({ consistent: true });
  const taken_at = Math.max(Date.now(), (last?.taken_at ?? 0) + milliseconds);
  if (taken_at - Date.now() > LONGEST_WAIT_MS) throw new Error(`Too many wait for ${name}`);
  const written = await writeIfTrue(() =>
    last
      ? PaceSlot.patch({ name })
          .set({ taken_at })
          .where(({ taken_at: before }, { eq }) => eq(before, last.taken_at))
          .go()
      : PaceSlot.create({ name, taken_at }).go(),
  );
  return written && taken_at;
}
