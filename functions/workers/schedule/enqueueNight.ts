import { ScheduleCursor } from "../../../shared/entities/scheduleCursor.ts";
import { dayOf } from "../../../shared/platform/days.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { enqueuedUntil } from "../../../shared/uptime/cursor.ts";

const key = { kind: "night", shard: 0 } as const;

/** Once a day (UTC), has the clean-up do what falls due by the day. A second message of a day changes nothing. */
export async function enqueueNight(now: Date) {
  const seconds = now.getTime() / 1000;
  const night = dayOf(seconds);
  const { data: found } = await ScheduleCursor.get(key).go({ consistent: true });
  const isDone = dayOf(enqueuedUntil(found, seconds)) >= night;
  if (!isDone) {
    await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), [{ night }], () => undefined);
    const at = timestamp(now);
    await ScheduleCursor.put({ ...key, enqueued_until: at, swept_at: at }).go();
  }
  return { count: isDone ? 0 : 1, left: 0, errors: [] };
}
