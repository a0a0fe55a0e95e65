import { requireEnv } from "../../../shared/env.ts";
import { type Outgoing, sendEach } from "../../../shared/queues/sendMessages.ts";
import type { DueCheck } from "../findChecks.ts";

/** The clocks of two workers may differ. */
const MARGIN_SECONDS = 1;
/** As many as the schedule puts into one. */
const CHECKS_A_MESSAGE = 10;

/**
 * Has these checks done again when they are due, within a minute, by a delayed message to the uptime
 * queue: the schedule would find them up to a minute later. If the message is lost, the schedule still
 * does, and the second of the two finds nothing to do.
 */
export async function confirmLater(soon: DueCheck[], now = Date.now()) {
  if (soon.length === 0) return;
  await sendEach(requireEnv("UPTIME_QUEUE_URL"), [...messagesFor(soon, now)]);
}

/** Checks of one reseller and second share a message. */
function* messagesFor(soon: DueCheck[], now: number): Generator<Outgoing> {
  const together = Map.groupBy(soon, ({ reseller_uuid, due_at }) => `${reseller_uuid} ${due_at}`);
  for (const all of together.values()) {
    for (let first = 0; first < all.length; first += CHECKS_A_MESSAGE) {
      const checks = all.slice(first, first + CHECKS_A_MESSAGE);
      const [{ reseller_uuid: group, due_at } = { reseller_uuid: "", due_at: "" }] = checks;
      const delaySeconds = Math.ceil((Date.parse(due_at) - now) / 1000) + MARGIN_SECONDS;
      yield { message: { checks }, group, delaySeconds: Math.max(0, delaySeconds) };
    }
  }
}
