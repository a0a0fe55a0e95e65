import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { isUnavailable } from "../awsClient.ts";
import { TooBusy } from "../errors.ts";
import { describeError, log, withLogFields } from "../log.ts";
import { countFailedCall } from "../metrics.ts";

/**
 * Logs the failure of work that is done again: as a warning if it conflicted with other writers or if a service was
 * unavailable, otherwise as an error.
 */
export function logRetried(text: string, error: unknown, fields: Record<string, unknown> = {}) {
  const level = error instanceof TooBusy || isUnavailable(error) ? "warn" : "error";
  log(level, text, { ...fields, ...describeError(error) });
}

/**
 * Handles all messages at once. Those whose work throws are logged with `failure` and returned, so that they
 * are received again. The log lines of each message have its id.
 */
export async function perMessage(
  records: SQSRecord[],
  work: (record: SQSRecord) => Promise<void>,
  failure: string,
): Promise<SQSBatchResponse> {
  const failed = records.map((record) =>
    withLogFields({ message_id: record.messageId }, async () => {
      try {
        await work(record);
        return [];
      } catch (error) {
        logRetried(failure, error);
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
