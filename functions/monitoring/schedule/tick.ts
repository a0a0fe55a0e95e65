import type { Context } from "aws-lambda";
import { type DueKind, dueKinds } from "../../../shared/entities/scheduleCursor.ts";
import { describeError, log } from "../../../shared/log.ts";
import { queryIndex } from "../../../shared/table/queryIndex.ts";
import type { Clock } from "../../../shared/time.ts";
import { readCursor, type Shard } from "./cursor.ts";
import { enqueueDue, type HasTime, secondAfter, shardsOf } from "./enqueueDue.ts";
import { enqueueRounds } from "./enqueueRounds.ts";

/** The time reserved for counting and logging what is left. */
const RESERVE_MS = 15_000;

/** The number of shards of a kind that are enqueued at the same time. */
const SHARDS_AT_ONCE = 8;

/** The result of a kind: how many were enqueued, and how many are left for the next tick. */
interface KindResult {
  count: number;
  left: number;
  /** The errors of shards, and of intervals, that could not be enqueued. */
  errors: unknown[];
}

/**
 * Enqueues, every minute, the rounds, checks, webhooks' lanes and held mails that fell due. A shard, kind or queue
 * that fails stops no other; the tick fails at the end.
 */
export function scheduleHandler(clock: Clock) {
  return async (_event?: unknown, context?: Pick<Context, "getRemainingTimeInMillis">) => {
    const now = new Date(clock.now());
    const hasTime = () => !context || context.getRemainingTimeInMillis() > RESERVE_MS;
    const kinds = await Promise.all([
      tell("round", () => enqueueRounds(now, hasTime)),
      ...dueKinds.map((kind) => tell(kind, () => enqueueShards(kind, now, hasTime))),
    ]);
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
  const left: Shard[] = [];
  const rest = shardsOf(kind).values();
  const inTurn = async () => {
    for (const shard of rest) {
      try {
        const { count, isLeft } = await enqueueDue({ kind, shard, now, hasTime });
        told.count += count;
        if (isLeft) left.push({ kind, shard });
      } catch (error) {
        told.errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, inTurn));
  const counted = await countLeft(left, now);
  return { ...told, left: counted.count, errors: [...told.errors, ...counted.errors] };
}

/**
 * The number of checks and lanes due in these shards that no tick has enqueued yet, which DynamoDB
 * counts. Shards that can't be counted are left out, and their errors returned.
 */
export async function countLeft(
  shards: Shard[],
  now: Date,
): Promise<{ count: number; errors: unknown[] }> {
  const results = await Promise.allSettled(
    shards.map(async (shard) => {
      const [fresh] = (await readCursor(shard, now)).ranges;
      return fresh ? await count(shard, fresh) : 0;
    }),
  );
  const errors = results.flatMap((one) => (one.status === "rejected" ? one.reason : []));
  const counts = results.map((one) => (one.status === "fulfilled" ? one.value : 0));
  return { count: counts.reduce((sum, each) => sum + each, 0), errors };
}

async function count(
  { kind, shard }: Shard,
  { after, until }: { after: Date; until: Date },
): Promise<number> {
  const between = [secondAfter(after), secondAfter(until)] as const;
  const stretch = { index: "gsi1", partition: `due#${kind}#${shard}`, between } as const;
  let total = 0;
  for await (const { Count = 0 } of queryIndex(stretch, { Select: "COUNT" })) total += Count;
  return total;
}
