import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { describeError, log, withLogFields } from "../../../shared/log.ts";
import { putMetrics } from "../../../shared/metrics.ts";
import { atDoor } from "../../../shared/queues/atDoor.ts";
import { type Clock, systemClock } from "../../../shared/time.ts";
import { type DueRound, idOf } from "../buckets.ts";
import { confirmLater } from "../uptime/confirmLater.ts";
import { type ProbeUrl, probeOnce } from "../uptime/probeSite.ts";
import { runRounds } from "./runRounds.ts";

const count = z.int().check(z.gte(0));
const message = z.object({
  rounds: z.array(
    z.object({ minutes: z.int().check(z.gte(1)), depth: count, number: count, slot: z.int() }),
  ),
});

/**
 * Makes the rounds that the messages name, all at once. A message is given back when one of its rounds
 * could not be written, or when it can't be read.
 */
export function roundsHandler(clock: Clock, probeUrl: ProbeUrl = probeOnce) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = Records.map((record) => ({ id: record.messageId, rounds: read(record) }));
    const { failed, soon, figures } = await runRounds(
      messages.flatMap(({ rounds }) => rounds ?? []),
      { clock, probeUrl },
    );
    await confirmLater(soon, clock.now());
    putMetrics(figures);
    return {
      batchItemFailures: messages
        .filter(({ rounds }) => !rounds || rounds.some((round) => failed.has(idOf(round))))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  };
}

export const handler = atDoor(roundsHandler(systemClock), {
  stampOf: (record) => Math.max(...(read(record) ?? []).map(({ slot }) => slot)),
});

/** The rounds that a message names; undefined when it can't be read, which does not affect the others. */
function read({ body, messageId }: SQSRecord): DueRound[] | undefined {
  return withLogFields({ message_id: messageId }, () => {
    try {
      return message.parse(JSON.parse(body)).rounds;
    } catch (error) {
      log("error", "a message can't be read", describeError(error));
      return undefined;
    }
  });
}
