import { setTimeout } from "node:timers/promises";
import { createProgress } from "../../terminal.ts";
import type { Ask } from "../program.ts";

const POLL_MS = 2000;

/** What `reseller delete` answers: what is left of it. */
export interface Deletion {
  done: boolean;
  uuid: string;
  users?: number;
  businesses?: number;
  websites?: number;
  competitors?: number;
}

/** Asks again and again until a reseller is gone, telling what is left. `pause` (in milliseconds) is replaced by tests. */
export async function waitForDeletion(
  begun: Deletion,
  ask: Ask,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): Promise<Deletion> {
  const progress = createProgress();
  let state = begun;
  try {
    while (!state.done) {
      progress.step(
        `Left: ${state.users} users, ${state.businesses} businesses, ${state.websites} websites, ${state.competitors} competitors`,
      );
      await pause(POLL_MS);
      state = (await ask("reseller deletion", { uuid: begun.uuid })) as Deletion;
    }
    return state;
  } finally {
    progress.end();
  }
}
