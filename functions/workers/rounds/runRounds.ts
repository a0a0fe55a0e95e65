import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { LATENESS, putMetrics } from "../../../shared/platform/metrics.ts";
import { logRetried } from "../../../shared/platform/queues/receiveMessages.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { type DueRound, idOf, lastSlot } from "../../../shared/uptime/buckets.ts";
import { writeFiguresDue } from "../../../shared/uptime/listFigures.ts";
import { type ProbeUrl, probeOnce } from "../../../shared/uptime/probeWebsite.ts";
import { openProbing, type Probing } from "../../../shared/uptime/probing.ts";
import { writeDaysDue } from "../../../shared/uptime/writeDays.ts";
import { runRound } from "./runRound.ts";

const count = z.int().check(z.gte(0));
const message = z.object({
  rounds: z.array(
    z.object({
      ...{ minutes: z.int().check(z.gte(1)), depth: count, number: count },
      ...{ slot: z.int(), after: z.int() },
    }),
  ),
});

/**
 * Makes the rounds that a message names, all at once: their websites tell together whether the worker is offline. The
 * message is given back if one of its rounds failed: those that were made are not made again.
 */
export function roundsHandler(clock: Clock, probeUrl: ProbeUrl = probeOnce) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const due = Records.flatMap(({ body }) => message.parse(JSON.parse(body)).rounds);
    const isDone = await runRounds(due, clock, openProbing(clock, probeUrl));
    const all = Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
    return { batchItemFailures: isDone ? [] : all };
  };
}

/** Makes rounds, and writes the figures of days and hours that fall due with them. Returns whether all succeeded. */
async function runRounds(due: DueRound[], clock: Clock, probing: Probing): Promise<boolean> {
  const nowSeconds = Math.floor(clock.now() / 1000);
  const rounds = due.map(async ({ slot, after, ...bucket }) => {
    try {
      // A message may come a little early, or an interval late.
      await runRound({ bucket, slot: Math.max(lastSlot(bucket, nowSeconds), slot) }, probing);
    } finally {
      // Also if the worker is offline.
      await writeDaysDue({ ...bucket, slot, after });
      await writeFiguresDue({ ...bucket, slot, after });
    }
  });
  const results = await Promise.allSettled(rounds);
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    const bucket = idOf(due[index] as DueRound);
    logRetried("a round failed and will be made again", result.reason, { bucket });
  }
  putMetrics({ [LATENESS]: due.map(({ slot }) => Math.max(0, nowSeconds - slot)) });
  return results.every(({ status }) => status === "fulfilled");
}
