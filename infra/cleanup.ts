import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";
import { allowSending, Worker } from "./worker.ts";

/** Deletes the records of a deleted reseller, user, business, website or webhook, which a message names. */
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
      description:
        "Deletes what belonged to a deleted reseller, user, business, website or webhook",
      loss: "What belonged to a deleted record stays stored",
      access: {
        table: {
          "reseller#": [
            "BatchGetItem",
            "Query",
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "BatchWriteItem",
          ],
        },
        search: { "reseller#": ["Query"] },
      },
      size: settings.cleanup,
      // Longer work continues with a new message.
      timeout: Duration.minutes(1),
      batchSize: 5,
      losses: {
        gaveUp: "Websites, competitors or feed items of a deleted record stay stored for good.",
        late: "What belonged to a deleted record stays stored for minutes instead of seconds.",
      },
    });
    allowSending(this.function, { CLEANUP_QUEUE_URL: this });
  }
}
