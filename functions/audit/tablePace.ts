import { setTimeout } from "node:timers/promises";
import { CachedAnswer } from "../../shared/entities/cachedAnswer.ts";
import { writeIfTrue } from "../../shared/entities/transact.ts";
import type { Pace } from "./analysers/listings/pace.ts";

const KEPT_SECONDS = 3600;

/** Waits for a turn that all audits take in order, `milliseconds` apart, wherever they run. */
export function tablePace(name: string, milliseconds: number): Pace {
  const digest = `pace#${name}`;
  return async () => {
    for (;;) {
      const { data } = await CachedAnswer.get({ digest }).go({ consistent: true });
      const last = typeof data?.answer === "number" ? data.answer : undefined;
      const turn = Math.max(Date.now(), (last ?? 0) + milliseconds);
      const next = { answer: turn, expires_epoch: Math.ceil(turn / 1000) + KEPT_SECONDS };
      const taken = await writeIfTrue(() =>
        last === undefined
          ? CachedAnswer.create({ digest, ...next }).go()
          : CachedAnswer.patch({ digest })
              .set(next)
              .where(({ answer }, { eq }) => eq<unknown>(answer, last))
              .go(),
      );
      if (taken) return await setTimeout(turn - Date.now());
    }
  };
}
