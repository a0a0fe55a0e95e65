import { ChangeMessageVisibilityCommand } from "@aws-sdk/client-sqs";
import type { SQSRecord } from "aws-lambda";
import { describeError, log, withLogFields } from "../../shared/log.ts";
import { queueClient } from "../../shared/queues/sendMessages.ts";

const SECONDS = 60;

/**
 * Makes failed messages visible again after a minute. Without this, a message comes back only when its
 * visibility timeout ends, which is as long as the worker may take.
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
    // The message still comes back at the end of its visibility timeout.
    withLogFields({ message_id: failed[index]?.messageId }, () =>
      log("warn", "a message will come again late", describeError(result.reason)),
    );
  }
}
