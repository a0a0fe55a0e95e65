import { DeliveryCounter } from "../entities/deliveryCounter.ts";
import { writeIfTrue } from "../table/transact.ts";

/** How many days the counter remembers: more than a log is kept for. */
const REMEMBERED_DAYS = 32;

/**
 * Takes so many sequence numbers of a webhook's log and returns the first. Numbers that are not used
 * in the end stay unused. The first of a day is remembered, so that the log's beginning is known.
 */
export async function takeSequences(
  webhook: { reseller_uuid: string; webhook_uuid: string },
  count: number,
  now: Date,
): Promise<number> {
  const { data } = await DeliveryCounter.update(webhook)
    .add({ next_sequence: count })
    .go({ response: "all_new" });
  const first = (data.next_sequence ?? 0) - count;
  const today = now.toISOString().slice(0, 10);
  const known = data.days?.[today];
  if (known === undefined || first < known) {
    await rememberDay(webhook, { ...data.days, [today]: first }, { today, first });
  }
  return first;
}

/** Of two that begin a day at once, the lower number is the day's first. */
async function rememberDay(
  webhook: { reseller_uuid: string; webhook_uuid: string },
  days: Record<string, number>,
  { today, first }: { today: string; first: number },
) {
  const kept = Object.entries(days).toSorted(([one], [other]) => (one < other ? -1 : 1));
  await writeIfTrue(() =>
    DeliveryCounter.patch(webhook)
      .set({ days: Object.fromEntries(kept.slice(-REMEMBERED_DAYS)) })
      .where(
        ({ days }, { notExists, gt }) =>
          `(${notExists(days[today] ?? 0)} OR ${gt(days[today] ?? 0, first)})`,
      )
      .go(),
  );
}
