import type { Context } from "aws-lambda";
import { type DueKind, dueKinds } from "../../../shared/entities/scheduleCursor.ts";
import { describeError, log } from "../../../shared/platform/log.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { noteTick } from "../../../shared/uptime/cursor.ts";
import { enqueueDue, type HasTime, shardsOf } from "./enqueueDue.ts";
import { enqueueNight } from "./enqueueNight.ts";
import { enqueueRounds } from "./enqueueRounds.ts";

/** The time reserved for work that is under way, and for the log. */
const RESERVE_MS = 15_000;

/** The number of shards of a kind that are enqueued at the same time. */
const SHARDS_AT_ONCE = 8;

/** The result of a kind: how many were enqueued, and how many shards, or rounds, are left for the next tick. */
interface KindResult {
  count: number;
  left: number;
  /** The errors of shards, and of intervals, that could not be enqueued. */
  errors: unknown[];
}

/**
 * Enqueues, every minute, the rounds, checks, webhooks, reports, maintenance windows and alerts that fell due, and once a day the night's clean-up. A shard, kind or queue
 * that fails stops no other; the tick fails at the end.
 */
export function scheduleHandler(clock: Clock) {
  return async (_event?: unknown, context?: Pick<Context, "getRemainingTimeInMillis">) => {
    const now = new Date(clock.now());
    const hasTime = () => !context || context.getRemainingTimeInMillis() > RESERVE_MS;
    const kinds = await Promise.all([
      tell("round", () => enqueueRounds(now, hasTime)),
      tell("night", () => enqueueNight(now)),
      ...dueKinds.map((kind) => tell(kind, () => enqueueShards(kind, now, hasTime))),
    ]);
    await noteTick(now);
    const errors = kinds.flatMap((told) => told.errors);
    if (errors.length > 0) throw new AggregateError(errors, "Not all that is due was enqueued");
  };
}

async function tell(kind: string, enqueue: () => Promise<KindResult>): Promise<KindResult> {
  const told = await enqueue().catch((error) => ({ count: 0, left: 0, errors: [error] }));
  const { count, left, errors } = told;
  log(left > 0 ? "warn" : "info", "schedule", { kind, enqueued: count, ...(left > 0 && { left }) });
  for (const error of errors) {
    log("error", "what is due could not be enqueued", { kind, ...describeError(error) });
  }
  return told;
}

async function enqueueShards(kind: DueKind, now: Date, hasTime: HasTime): Promise<KindResult> {
  const told: KindResult = { count: 0, left: 0, errors: [] };
  const rest = shardsOf(kind).values();
  const inTurn = async () => {
    for (const shard of rest) {
      try {
        const { count, isLeft } = await enqueueDue({ kind, shard, now, hasTime });
        told.count += count;
        if (isLeft) told.left += 1;
      } catch (error) {
        told.errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, inTurn));
  return told;
}
