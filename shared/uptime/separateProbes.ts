import { requireEnv } from "../platform/env.ts";
import { type Outgoing, sendMessages } from "../platform/queues/sendMessages.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { CONFIRM_SECONDS } from "./states.ts";

/** The clocks of two workers may differ. */
const MARGIN_SECONDS = 1;
/** A message names websites of one reseller, so that its slow websites do not delay those of others. */
const WEBSITES_A_MESSAGE = 10;

/** Websites that have messages of their own, and when the probe is due, in seconds since 1970. */
export interface SeparateProbes {
  websites: OwnedKey[];
  due: number;
}

/** Has websites probed by messages of their own, delayed until `due` in seconds since 1970. */
export async function sendSeparately(websites: OwnedKey[], due: number, nowMs: number) {
  if (websites.length === 0) return;
  const delaySeconds = due * 1000 > nowMs ? Math.ceil(due - nowMs / 1000) + MARGIN_SECONDS : 0;
  const outgoing = separateMessages(websites, due).map((each) => ({ ...each, delaySeconds }));
  await sendMessages(requireEnv("UPTIME_QUEUE_URL"), outgoing);
}

/** The messages that have websites probed, of one reseller each. */
function separateMessages(
  websites: OwnedKey[],
  due: number,
): (Outgoing & { message: SeparateProbes })[] {
  const byReseller = Map.groupBy(websites, ({ reseller_uuid }) => reseller_uuid);
  return [...byReseller].flatMap(([group, own]) =>
    Array.from({ length: Math.ceil(own.length / WEBSITES_A_MESSAGE) }, (_, index) => {
      const some = own.slice(index * WEBSITES_A_MESSAGE, (index + 1) * WEBSITES_A_MESSAGE);
      const keys = some.map(({ reseller_uuid, uuid }) => ({ reseller_uuid, uuid }));
      return { message: { websites: keys, due }, group };
    }),
  );
}

/** When the probe is due that confirms these, in seconds since 1970. */
export function confirmationOf(probes: { at: number }[]): number {
  return Math.max(...probes.map(({ at }) => at)) + CONFIRM_SECONDS;
}
