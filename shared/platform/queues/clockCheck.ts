import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import { type Clock, systemClock } from "../time.ts";

/** Upper bound for the difference between the clocks of two functions, or of a function and a queue. */
export const CLOCK_SKEW_SECONDS = 60;

type Worker<More extends unknown[]> = (event: SQSEvent, ...more: More) => Promise<SQSBatchResponse>;

interface Door {
  clock?: Clock;
  /** Another time stamp of a message, in seconds since 1970. */
  stampOf?: (record: SQSRecord) => number | undefined;
}

/**
 * A worker that gives back messages stamped more than a minute ahead of its clock. One of the clocks is
 * wrong, and wrongly dated work would block later work; another container may take the messages.
 */
export function withClockCheck<More extends unknown[]>(
  work: Worker<More>,
  { clock = systemClock, stampOf = () => undefined }: Door = {},
): Worker<More> {
  return async ({ Records }, ...more) => {
    const latest = clock.now() + CLOCK_SKEW_SECONDS * 1000;
    const isAhead = (record: SQSRecord) => {
      const { SentTimestamp, ApproximateFirstReceiveTimestamp } = record.attributes;
      const stamped = (stampOf(record) ?? 0) * 1000;
      const sent = [SentTimestamp, ApproximateFirstReceiveTimestamp].map(Number);
      return [stamped, ...sent].some((at) => at > latest);
    };
    const { ahead = [], taken = [] } = Object.groupBy(Records, (record) =>
      isAhead(record) ? "ahead" : "taken",
    );
    if (ahead.length > 0) {
      log("error", "messages are ahead of this worker's clock and were given back", {
        messages: ahead.length,
      });
      putMetrics({ MessagesAhead: ahead.length });
      if (taken.length === 0) return givenBack(ahead);
    }
    const { batchItemFailures } = await work({ Records: taken }, ...more);
    return {
      batchItemFailures: [...batchItemFailures, ...givenBack(ahead).batchItemFailures],
    };
  };
}

function givenBack(records: SQSRecord[]): SQSBatchResponse {
  return { batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
