import { Duration } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { SqsDlq } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";
import { allowTableAccess, cleanupAccess } from "./tableAccess.ts";

/** The deletion of a record that others hang below. */
const DELETED_PARENT = {
  eventName: FilterRule.isEqual("REMOVE"),
  dynamodb: { OldImage: { __edb_e__: { S: FilterRule.or("business", "website") } } },
};

/** Deletes what hangs below a deleted business or website; it hears of them by the table's stream. */
export class Cleanup extends Construct {
  readonly function: ServiceFunction;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: TableV2 },
  ) {
    super(scope, id);
    this.deadLetters = new Queue(this, "DeadLetters", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    this.function = new ServiceFunction(this, "Function", {
      settings,
      folder: "cleanup",
      description: "Deletes what hangs below a deleted business or website",
      loss: "What hangs below a deleted record stays stored",
      memoryMb: settings.workerMemoryMb,
      timeout: Duration.minutes(5),
      deadLetterQueue: this.deadLetters,
      environment: { TABLE_NAME: table.tableName },
    });
    allowTableAccess(this.function, table, cleanupAccess);
    this.followStream(table);
  }

  private followStream({ tableStreamArn }: TableV2) {
    if (!tableStreamArn) throw new Error("The table has no stream to follow");
    // Not grantStreamRead, which allows listing the streams of every table.
    const allowed = new PolicyStatement({
      actions: ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map(
        (action) => `dynamodb:${action}`,
      ),
      resources: [tableStreamArn],
    });
    this.function.addToRolePolicy(allowed);
    new EventSourceMapping(this, "Stream", {
      target: this.function,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [FilterCriteria.filter(DELETED_PARENT)],
      batchSize: 10,
      parallelizationFactor: 4,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // A record that fails this often, or that long, stops holding up its shard. The dead letter
      // names its place in the stream, which keeps it for 24 hours: half of them to look at it.
      retryAttempts: 50,
      maxRecordAge: Duration.hours(12),
      onFailure: new SqsDlq(this.deadLetters),
    });
  }
}
