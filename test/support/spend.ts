import type { Budget } from "../../shared/entities/rateUse.ts";
import { settle, take } from "../../shared/limits/rates.ts";

/** Takes from a reseller's budget as a request does, and charges its final weight if it is allowed. */
export async function spend(place: Budget, { weight = 1, now = Date.now() } = {}) {
  const taken = await take(place, now);
  await taken.booking;
  if (taken.isAllowed) await settle(place, { weight, now, taken: taken.weight });
  return taken;
}
