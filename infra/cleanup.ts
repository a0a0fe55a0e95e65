import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";
import type { StreamConsumer } from "./streamConsumer.ts";
import { allowSending, Worker } from "./worker.ts";

const ON_DEAD_LETTERS = [
  "sqs:ReceiveMessage",
  "sqs:ChangeMessageVisibility",
  "sqs:SendMessage",
  "sqs:DeleteMessage",
];

/** Takes what belongs to a deleted record out of its lists, restores it, deletes it for good, or erases it. */
export class Cleanup extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: ITableV2 },
  ) {
    super(scope, id, {
      settings,
      table,
      folder: "cleanup",
      description: "Removes, restores or erases what belongs to a record, and writes exports",
      loss: "What belonged to a deleted record stays, and what is restored is not complete",
      access: {
        table: {
          "reseller#": [
            "GetItem",
            "BatchGetItem",
            "Query",
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "ConditionCheckItem",
            "BatchWriteItem",
          ],
          "share#": ["DeleteItem", "BatchWriteItem"],
          // The keys of a reseller that is removed.
          "apiKey#": ["BatchWriteItem"],
          "auditLog#": ["Query"],
          // What a mail server said of an address, from former times.
          "mailAddress#": ["UpdateItem"],
          // The last daily figures of a deleted website.
          "bucket#": ["Query"],
          "buckets#": ["Query"],
        },
        index: { "reseller#": ["Query"], resellers: ["Query"] },
        search: { "reseller#": ["Query"] },
        // The log's entries stay; an erasure takes out what they tell of the person.
        updates: { "auditLog#": ["before", "after"] },
      },
      size: settings.cleanup,
      // Longer work continues with a new message.
      timeout: Duration.minutes(1),
      batchSize: 5,
      losses: {
        gaveUp: "What belongs to a deleted record stays, or to a restored one is missing.",
        late: "What belongs to a deleted or restored record follows in minutes instead of seconds.",
      },
    });
    allowSending(this.function, { CLEANUP_QUEUE_URL: this });
  }

  /** Allows an erasure to take records out of what these could not process. */
  allowErasing({ changes, deliverer }: { changes: StreamConsumer; deliverer: Worker }) {
    for (const { queue, function: worker } of [changes, deliverer]) {
      const { deadLetterQueue } = queue;
      if (!deadLetterQueue) throw new Error(`${queue.node.path} has no dead letters`);
      const deadLetters = deadLetterQueue.queue;
      this.function.addEnvironment(`DEAD_LETTERS_${worker.folderName}`, deadLetters.queueUrl);
      this.function.allow(ON_DEAD_LETTERS, deadLetters.queueArn);
    }
    const { lostRecords } = changes;
    this.function.addEnvironment("LOST_RECORDS_BUCKET", lostRecords.bucketName);
    this.function.allow(["s3:ListBucket"], lostRecords.bucketArn);
    this.function.allow(
      ["s3:GetObject", "s3:PutObject"],
      lostRecords.arnForObjects("aws/lambda/*"),
    );
  }
}
