import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { describeError, log } from "../../../shared/log.ts";
import { CHECKS, FAILURES, LATENESS, putMetrics, secondsLate } from "../../../shared/metrics.ts";
import { atDoor } from "../../../shared/queues/atDoor.ts";
import { type Clock, systemClock } from "../../../shared/time.ts";
import { type DueCheck, findStillDue, readMessage } from "../findChecks.ts";
import { confirmLater } from "./confirmLater.ts";
import { type ProbeUrl, probeOnce } from "./probeSite.ts";
import { runChecks } from "./runChecks.ts";

/**
 * Checks the websites that the messages name, all at once. A message is given back when one of its
 * checks fails, or when it can't be read.
 */
export function uptimeHandler(clock: Clock, probeUrl: ProbeUrl = probeOnce) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = Records.map((record) => ({ id: record.messageId, due: findDue(record) }));
    const checks = await findStillDue(
      "uptime",
      messages.flatMap(({ due }) => due ?? []),
    );
    const failed = new Set<string>();
    const now = clock.now();
    const { failures, soon } = await runChecks(checks, { clock, probeUrl });
    for (const { uuid, error } of failures) {
      failed.add(uuid);
      log("error", "an uptime check failed and will be tried again", {
        uuid,
        ...describeError(error),
      });
    }
    await confirmLater(soon);
    putMetrics({
      [LATENESS]: checks.map((check) => secondsLate(check, now)),
      [CHECKS]: checks.length,
      [FAILURES]: failures.length + soon.length,
    });
    return {
      batchItemFailures: messages
        .filter(({ due }) => due === undefined || due.some(({ uuid }) => failed.has(uuid)))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  };
}

export const handler = atDoor(uptimeHandler(systemClock));

/** The checks that a message names; undefined when it can't be read, which does not affect the others. */
function findDue(record: SQSRecord): DueCheck[] | undefined {
  try {
    return readMessage(record);
  } catch (error) {
    const { messageId: message_id } = record;
    log("error", "a message can't be read", { message_id, ...describeError(error) });
    return undefined;
  }
}
