import { dueKinds, TICK } from "../../../shared/entities/scheduleCursor.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { log } from "../../../shared/platform/log.ts";
import { logRetried } from "../../../shared/platform/queues/receiveMessages.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { type Clock, dayOf } from "../../../shared/platform/time.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { enqueueDue, shardsOf } from "./enqueueDue.ts";
import { enqueueRounds } from "./enqueueRounds.ts";

/**
 * Enqueues, every minute, the rounds, checks, webhooks, reports, maintenance windows and alerts that fell due, and
 * once a day the night's clean-up. A shard, kind or queue that fails stops no other; the tick fails at the end.
 */
export function scheduleHandler(clock: Clock) {
  return async () => {
    const now = new Date(clock.now());
    const errors = await Promise.all([
      enqueueKind("round", () => enqueueRounds(now)),
      enqueueKind("night", () => Promise.allSettled([enqueueNight(now)])),
      ...dueKinds.map((kind) =>
        enqueueKind(kind, () =>
          Promise.allSettled(shardsOf(kind).map((shard) => enqueueDue({ kind, shard, now }))),
        ),
      ),
    ]);
    await writeCursor(TICK, now.getTime() / 1000);
    if (errors.flat().length > 0)
      throw new AggregateError(errors.flat(), "Not all that is due was enqueued");
  };
}

/** Enqueues the parts of a kind, its shards or intervals. Returns the errors of those that failed. */
async function enqueueKind(
  kind: string,
  enqueue: () => Promise<PromiseSettledResult<number>[]>,
): Promise<unknown[]> {
  const parts = await enqueue().catch((reason) => [{ status: "rejected" as const, reason }]);
  const done = parts.flatMap((part) => (part.status === "fulfilled" ? part.value : []));
  const errors = parts.flatMap((part) => (part.status === "rejected" ? [part.reason] : []));
  log("info", "schedule", { kind, enqueued: done.reduce((sum, count) => sum + count, 0) });
  for (const error of errors) logRetried("what is due could not be enqueued", error, { kind });
  return errors;
}

const NIGHT = { kind: "night", shard: 0 } as const;

/** Once a day (UTC), has the clean-up do what falls due by the day. A second message of a day changes nothing. */
async function enqueueNight(now: Date): Promise<number> {
  const seconds = now.getTime() / 1000;
  const night = dayOf(seconds);
  if (dayOf(await readCursor(NIGHT)) === night) return 0;
  await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), [{ message: { night } }]);
  await writeCursor(NIGHT, seconds);
  return 1;
}
