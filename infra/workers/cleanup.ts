import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { EVERY_READ, EVERY_WRITE } from "../data/table.ts";
import type { Settings } from "../settings.ts";
import { allowSending, Worker } from "./worker.ts";

/**
 * Takes what belongs to a deleted record out of its lists, restores it, or removes it for good. Notes what resellers
 * used every night.
 */
export class Cleanup extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: ITableV2 },
  ) {
    super(scope, id, {
      settings,
      table,
      folder: "workers/cleanup",
      description: "Restores or removes what belongs to a deleted record, and notes usage",
      loss: "What belonged to a deleted record stays, what is restored is not complete, and usage is not noted",
      access: {
        table: {
          "reseller#": [...EVERY_READ, ...EVERY_WRITE, "ConditionCheckItem", "BatchWriteItem"],
          "share#": ["DeleteItem", "UpdateItem", "BatchWriteItem"],
          // The keys of a reseller that is removed.
          "apiKey#": ["BatchWriteItem"],
          // What every reseller used.
          "rate#": ["GetItem"],
          "usage#": ["UpdateItem"],
        },
        index: { "reseller#": ["Query"], resellers: ["Query"] },
        search: { "reseller#": ["Query"] },
      },
      size: settings.cleanup,
      // Longer work continues with a new message.
      timeout: Duration.minutes(1),
      batchSize: 5,
    });
    allowSending(this.function, { CLEANUP_QUEUE_URL: this });
  }
}
