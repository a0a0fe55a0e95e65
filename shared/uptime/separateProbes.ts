import { requireEnv } from "../platform/env.ts";
import { sendMessages } from "../platform/queues/sendMessages.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { CONFIRM_SECONDS } from "./states.ts";

/** The clocks of two workers may differ. */
const MARGIN_SECONDS = 1;

/** The message that asks for a probe of one website, outside the round of its bucket. */
export interface SeparateProbe extends OwnedKey {
  /** Seconds since 1970. */
  due: number;
}

/** Sends a message for each website, delayed until `due` in seconds since 1970. */
export async function sendSeparately(websites: OwnedKey[], due: number, nowMs: number) {
  if (websites.length === 0) return;
  const delaySeconds = due * 1000 > nowMs ? Math.ceil(due - nowMs / 1000) + MARGIN_SECONDS : 0;
  const outgoing = websites.map(({ reseller_uuid, uuid }) => {
    const message: SeparateProbe = { reseller_uuid, uuid, due };
    // One reseller's many websites that fail don't delay those of others.
    return { message, group: reseller_uuid, delaySeconds };
  });
  await sendMessages(requireEnv("UPTIME_QUEUE_URL"), outgoing);
}

/** When the probe is due that confirms these, in seconds since 1970. */
export function confirmationOf(probes: { at: number }[]): number {
  return Math.max(...probes.map(({ at }) => at)) + CONFIRM_SECONDS;
}
