import type { SQSBatchResponse, SQSRecord } from "aws-lambda";
import { describeError, log, withLogFields } from "../log.ts";

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
