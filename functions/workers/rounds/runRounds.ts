import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { LATENESS, putMetrics } from "../../../shared/platform/metrics.ts";
import { logRetried, readMessage } from "../../../shared/platform/queues/receiveMessages.ts";
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
 * Makes the rounds that the messages name, all at once: their websites tell together whether the worker is
 * offline. A message is given back if one of its rounds failed, or if the message can't be read.
 */
export function roundsHandler(clock: Clock, probeUrl: ProbeUrl = probeOnce) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = Records.map((record) => ({
      id: record.messageId,
      rounds: readMessage(record, ({ body }) => message.parse(JSON.parse(body)).rounds),
    }));
    const due = messages.flatMap(({ rounds }) => rounds ?? []);
    const failed = await runRounds(due, clock, openProbing(clock, probeUrl));
    return {
      batchItemFailures: messages
        .filter(({ rounds }) => !rounds || rounds.some((round) => failed.has(idOf(round))))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  };
}

/** Makes rounds, and writes the figures of days and hours that fall due with them. Returns the ids of failed buckets. */
async function runRounds(due: DueRound[], clock: Clock, probing: Probing): Promise<Set<string>> {
  const nowSeconds = Math.floor(clock.now() / 1000);
  const once = [...new Map(due.map((round) => [idOf(round), round])).values()];
  const rounds = once.map(async ({ slot, after, ...bucket }) => {
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
  const failed = new Set<string>();
  for (const [index, result] of results.entries()) {
    const bucket = idOf(once[index] as DueRound);
    if (result.status === "fulfilled") continue;
    failed.add(bucket);
    logRetried("a round failed and will be made again", result.reason, { bucket });
  }
  putMetrics({ [LATENESS]: once.map(({ slot }) => Math.max(0, nowSeconds - slot)) });
  return failed;
}
