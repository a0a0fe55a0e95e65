import { findRosters, type IntervalRosters } from "../../shared/checks/closedRosters.ts";
import { lastSlot } from "../../shared/checks/rosters.ts";
import { CLOCK_SKEW_SECONDS } from "../../shared/checks/schedule.ts";
import { ScheduleCursor } from "../../shared/entities/scheduleCursor.ts";
import { requireEnv } from "../../shared/env.ts";
import { type Outgoing, sendAll } from "../../shared/queues/sendMessages.ts";
import { timestamp } from "../../shared/time.ts";
import type { DueRound } from "../rounds/runRosters.ts";
import type { HasTime } from "./enqueueDue.ts";

/** Rounds are enqueued so long before they are due, by messages that come then. */
const AHEAD_SECONDS = 60;
/**
 * A worker looks at the websites of so many at once, which are due within so long: it waits for the
 * slowest of them, so that more are cheaper, and has 1,024 descriptors for their connections.
 */
export const ROSTERS_A_MESSAGE = 5;
const TOGETHER_SECONDS = 2;
/** Nobody should be in a roster that has ended; whoever is all the same is found within a day. */
const DAY_SECONDS = 24 * 3600;
/** So many are sent before it is asked whether there is time for more. */
const MESSAGES_AT_ONCE = 1000;

/**
 * Enqueues the rounds of all rosters that are due until a minute from now. Which those are follows
 * from their numbers: nothing is looked for. Returns how many it enqueued, how many it left, and why
 * intervals could not be enqueued, which stop no other.
 */
export async function enqueueRounds(
  now: Date,
  hasTime: HasTime,
): Promise<{ count: number; left: number; errors: unknown[] }> {
  const result = { count: 0, left: 0, errors: [] as unknown[] };
  for (const interval of await findRosters()) {
    try {
      const { count, left } = await enqueueInterval(interval, { now, hasTime });
      result.count += count;
      result.left += left;
    } catch (error) {
      result.errors.push(error);
    }
  }
  return result;
}

/** The rounds of an interval's rosters; what is not sent in time is left, with the cursor as it was. */
async function enqueueInterval(
  { minutes, rosters, ended }: IntervalRosters,
  { now, hasTime }: { now: Date; hasTime: HasTime },
) {
  const key = { kind: "round" as const, shard: minutes };
  const seconds = Math.floor(now.getTime() / 1000);
  const until = seconds + AHEAD_SECONDS;
  const { data: found } = await ScheduleCursor.get(key).go({ consistent: true });
  const reached = found ? Date.parse(found.enqueued_until) / 1000 : 0;
  // Of a clock that was ahead nothing is believed.
  const before = reached > until + CLOCK_SKEW_SECONDS ? 0 : reached;
  const due = [
    ...rosters.map((roster) => ({ roster, slot: lastSlot(roster, until) })),
    ...ended.map((roster) => ({ roster, slot: lastSlot(roster, until, DAY_SECONDS) })),
  ]
    .filter(({ slot }) => slot > before)
    .toSorted((one, other) => one.slot - other.slot);
  const messages = [...inMessages(due, seconds)];
  for (let first = 0; first < messages.length; first += MESSAGES_AT_ONCE) {
    if (!hasTime()) {
      const left = messages.slice(first).reduce((sum, { rounds }) => sum + rounds.length, 0);
      return { count: due.length - left, left };
    }
    const some = messages.slice(first, first + MESSAGES_AT_ONCE).map(({ outgoing }) => outgoing);
    await sendAll(requireEnv("ROUNDS_QUEUE_URL"), some);
  }
  const at = timestamp(now);
  const enqueued_until = timestamp(new Date(until * 1000));
  await ScheduleCursor.put({ ...key, enqueued_until, swept_at: at }).go();
  return { count: due.length, left: 0 };
}

/** Rounds that are due next to each other are a message together, which comes when the last of them is. */
function* inMessages(
  due: DueRound[],
  now: number,
): Generator<{ rounds: DueRound[]; outgoing: Outgoing }> {
  for (let first = 0; first < due.length; ) {
    const soon = Math.max(now, due[first]?.slot ?? 0) + TOGETHER_SECONDS;
    const rounds = due.slice(first, first + ROSTERS_A_MESSAGE).filter(({ slot }) => slot <= soon);
    const last = rounds.at(-1)?.slot ?? now;
    yield { rounds, outgoing: { message: { rounds }, delaySeconds: Math.max(0, last - now) } };
    first += rounds.length;
  }
}
