import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { describeError, log, withLogFields } from "../../shared/log.ts";
import { putMetrics } from "../../shared/metrics.ts";
import { type Clock, systemClock } from "../../shared/time.ts";
import { confirmLater } from "../uptime/confirmLater.ts";
import { type LookAt, lookAtUrl } from "../uptime/probeSite.ts";
import { type DueRound, runRosters } from "./runRosters.ts";

const message = z.object({
  // What is lower is a shard of what is due by itself.
  rounds: z.array(z.object({ roster: z.int().check(z.gte(1_000_000)), slot: z.int() })),
});

/**
 * Makes the rounds of rosters that the messages name, all at once. A message is given back when a
 * round of it could not be written, or when it can't be read.
 */
export function roundsHandler(clock: Clock, look: LookAt = lookAtUrl) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = Records.map((record) => ({ id: record.messageId, rounds: read(record) }));
    const { failed, soon, figures } = await runRosters(
      messages.flatMap(({ rounds }) => rounds ?? []),
      { clock, look },
    );
    await confirmLater(soon, clock.now());
    putMetrics(figures);
    return {
      batchItemFailures: messages
        .filter(({ rounds }) => !rounds || rounds.some(({ roster }) => failed.has(roster)))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  };
}

export const handler = roundsHandler(systemClock);

/** The rounds that a message names; undefined when it can't be read, which is no fault of the others. */
function read({ body, messageId, attributes }: SQSRecord): DueRound[] | undefined {
  return withLogFields({ message_id: messageId }, () => {
    try {
      const { rounds } = message.parse(JSON.parse(body));
      return rounds.map((round) => ({ ...round, givenAt: givenAt(attributes) }));
    } catch (error) {
      log("error", "a message can't be read", describeError(error));
      return undefined;
    }
  });
}

/** SQS says of the first time only when it gave a message out. */
function givenAt(attributes: SQSRecord["attributes"]): number | undefined {
  const { ApproximateReceiveCount, ApproximateFirstReceiveTimestamp } = attributes;
  return ApproximateReceiveCount === "1"
    ? Number(ApproximateFirstReceiveTimestamp) / 1000
    : undefined;
}
