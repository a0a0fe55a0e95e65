import { ChangeMessageVisibilityCommand } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { describeError, log, withLogFields } from "../log.ts";
import { queueClient } from "./sendMessages.ts";

const SECONDS = 60;

/**
 * Has messages that failed come again after a minute, of a worker that may take longer: by itself a
 * message comes again when its worker's time would have been over.
 */
export async function comeBackSoon(QueueUrl: string, failed: SQSRecord[]) {
  const results = await Promise.allSettled(
    failed.map(({ receiptHandle: ReceiptHandle }) =>
      queueClient.send(
        new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: SECONDS }),
      ),
    ),
  );
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") continue;
    // It comes again all the same, later.
    withLogFields({ message_id: failed[index]?.messageId }, () =>
      log("warn", "a message will come again late", describeError(result.reason)),
    );
  }
}
