import type { Context } from "aws-lambda";
import {
  type DueKind,
  dueKinds,
  ScheduleCursor,
  TICK,
} from "../../../shared/entities/scheduleCursor.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { log } from "../../../shared/platform/log.ts";
import { logRetried } from "../../../shared/platform/queues/receiveMessages.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { type Clock, dayOf, timestamp } from "../../../shared/platform/time.ts";
import { enqueuedUntil } from "./cursor.ts";
import { enqueueDue, type HasTime, shardsOf } from "./enqueueDue.ts";
import { enqueueRounds } from "./enqueueRounds.ts";

/** The time reserved for work that is under way, and for the log. */
const RESERVE_MS = 15_000;

/** The number of shards of a kind that are enqueued at the same time. */
const SHARDS_AT_ONCE = 8;

/** The result of a kind: how many were enqueued, and how many shards, or rounds, are left for the next tick. */
interface KindResult {
  count: number;
  remaining: number;
  /** The errors of shards, and of intervals, that could not be enqueued. */
  errors: unknown[];
}

/**
 * Enqueues, every minute, the rounds, checks, webhooks, reports, maintenance windows and alerts that fell due, and
 * once a day the night's clean-up. A shard, kind or queue that fails stops no other; the tick fails at the end.
 */
export function scheduleHandler(clock: Clock) {
  return async (_event?: unknown, context?: Pick<Context, "getRemainingTimeInMillis">) => {
    const now = new Date(clock.now());
    const hasTime = () => !context || context.getRemainingTimeInMillis() > RESERVE_MS;
    const kinds = await Promise.all([
      enqueueKind("round", () => enqueueRounds(now, hasTime)),
      enqueueKind("night", () => enqueueNight(now)),
      ...dueKinds.map((kind) => enqueueKind(kind, () => enqueueShards(kind, now, hasTime))),
    ]);
    await note(TICK, now);
    const errors = kinds.flatMap(({ errors }) => errors);
    if (errors.length > 0) throw new AggregateError(errors, "Not all that is due was enqueued");
  };
}

async function enqueueKind(kind: string, enqueue: () => Promise<KindResult>): Promise<KindResult> {
  const result = await enqueue().catch((error) => ({ count: 0, remaining: 0, errors: [error] }));
  const { count, remaining, errors } = result;
  log(remaining > 0 ? "warn" : "info", "schedule", {
    kind,
    enqueued: count,
    ...(remaining > 0 && { remaining }),
  });
  for (const error of errors) {
    logRetried("what is due could not be enqueued", error, { kind });
  }
  return result;
}

async function enqueueShards(kind: DueKind, now: Date, hasTime: HasTime): Promise<KindResult> {
  const result: KindResult = { count: 0, remaining: 0, errors: [] };
  const rest = shardsOf(kind).values();
  const inTurn = async () => {
    for (const shard of rest) {
      try {
        const { count, isLeft } = await enqueueDue({ kind, shard, now, hasTime });
        result.count += count;
        if (isLeft) result.remaining += 1;
      } catch (error) {
        result.errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, inTurn));
  return result;
}

const NIGHT = { kind: "night", shard: 0 } as const;

/** Once a day (UTC), has the clean-up do what falls due by the day. A second message of a day changes nothing. */
async function enqueueNight(now: Date) {
  const seconds = now.getTime() / 1000;
  const night = dayOf(seconds);
  const { data: cursor } = await ScheduleCursor.get(NIGHT).go({ consistent: true });
  const isDone = dayOf(enqueuedUntil(cursor, seconds)) >= night;
  if (!isDone) {
    await sendMessages(requireEnv("CLEANUP_QUEUE_URL"), [{ night }], () => undefined);
    await note(NIGHT, now);
  }
  return { count: isDone ? 0 : 1, remaining: 0, errors: [] };
}

/** Writes when something was done last. */
async function note(key: typeof NIGHT | typeof TICK, now: Date) {
  await ScheduleCursor.put({ ...key, enqueued_until: timestamp(now) }).go();
}
