import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { describeError, log, withLogFields } from "../log.ts";
import { countFailedCall, putMetrics } from "../metrics.ts";
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
    const { ahead = [], due = [] } = Object.groupBy(Records, (record) =>
      isAhead(record) ? "ahead" : "due",
    );
    if (ahead.length > 0) {
      log("error", "messages are ahead of this worker's clock and were given back", {
        messages: ahead.length,
      });
      putMetrics({ MessagesAhead: ahead.length });
      if (due.length === 0) return givenBack(ahead);
    }
    const { batchItemFailures } = await work({ Records: due }, ...more);
    return {
      batchItemFailures: [...batchItemFailures, ...givenBack(ahead).batchItemFailures],
    };
  };
}

function givenBack(records: SQSRecord[]): SQSBatchResponse {
  return { batchItemFailures: records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

/**
 * Handles all messages at once. Those whose work throws are logged with `failure` and returned, so that they
 * are received again. The log lines of each message have its id.
 */
export async function perMessage(
  records: SQSRecord[],
  work: (record: SQSRecord) => Promise<void>,
  failure: { level: "warn" | "error"; text: string },
): Promise<SQSBatchResponse> {
  const failed = records.map((record) =>
    withLogFields({ message_id: record.messageId }, async () => {
      try {
        await work(record);
        return [];
      } catch (error) {
        log(failure.level, failure.text, describeError(error));
        return [{ itemIdentifier: record.messageId }];
      }
    }),
  );
  return { batchItemFailures: (await Promise.all(failed)).flat() };
}

/** What `read` makes of a message; undefined if it throws, which is logged and affects no other message. */
export function readMessage<Read>(
  record: SQSRecord,
  read: (record: SQSRecord) => Read,
): Read | undefined {
  try {
    return read(record);
  } catch (error) {
    const { messageId: message_id } = record;
    log("error", "a message can't be read", { message_id, ...describeError(error) });
    return undefined;
  }
}

/**
 * Counts the calls of a worker that gives back every message. Lambda does not count them as errors, and a new
 * version is stopped by what is counted.
 */
export function countingFailedCalls<More extends unknown[]>(
  work: (event: SQSEvent, ...more: More) => Promise<SQSBatchResponse>,
): (event: SQSEvent, ...more: More) => Promise<SQSBatchResponse> {
  return async (event, ...more) => {
    const response = await work(event, ...more);
    if (response.batchItemFailures.length >= event.Records.length) countFailedCall();
    return response;
  };
}
