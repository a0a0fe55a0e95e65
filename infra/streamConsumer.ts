import { Duration } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping, FilterCriteria, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { PERIOD, type Watch, watchFunction } from "./alarms.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./serviceFunction.ts";
import { allowTableAccess, type TableAccess } from "./table.ts";
import { DeadLetterQueue } from "./worker.ts";

const LATE = Duration.minutes(5);

export interface StreamConsumerProps
  extends Pick<ServiceFunctionProps, "settings" | "folder" | "description" | "loss"> {
  table: TableV2;
  access: TableAccess;
  /** The changes of the table that the function is called with: any that one of these matches. */
  filters: Record<string, unknown>[];
  /** What a user loses when a change was given up, and when changes are followed late. */
  losses: { gaveUp: string; late: string };
}

/** A function that follows the changes of the table, by its stream. */
export class StreamConsumer extends Construct {
  readonly function: ServiceFunction;
  readonly watches: Watch[];
  private readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: StreamConsumerProps) {
    super(scope, id);
    const { table, access, filters, losses, ...own } = props;
    this.deadLetters = new DeadLetterQueue(this, "DeadLetters");
    this.function = new ServiceFunction(this, "Function", {
      ...own,
      memoryMb: own.settings.workerMemoryMb,
      timeout: Duration.minutes(5),
      environment: { TABLE_NAME: table.tableName },
    });
    allowTableAccess(this.function, table, access);
    this.followStream(table, filters);
    this.watches = [
      ...watchFunction(this.function),
      this.deadLetters.watch(own.folder, losses.gaveUp),
      {
        id: `${own.folder}Late`,
        loss: losses.late,
        metric: this.function.metric("IteratorAge", { period: PERIOD, statistic: "max" }),
        above: LATE.toMilliseconds(),
      },
    ];
  }

  private followStream({ tableStreamArn }: TableV2, filters: Record<string, unknown>[]) {
    if (!tableStreamArn) throw new Error("The table has no stream to follow");
    // Not grantStreamRead, which allows listing the streams of every table.
    const actions = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];
    this.function.allow(
      actions.map((action) => `dynamodb:${action}`),
      tableStreamArn,
    );
    this.function.allow(["sqs:SendMessage"], this.deadLetters.queueArn);
    new EventSourceMapping(this, "Stream", {
      target: this.function,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: filters.map((filter) => FilterCriteria.filter(filter)),
      batchSize: 10,
      parallelizationFactor: 4,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // A record that fails this often, or that long, stops holding up its shard. The dead letter
      // names its place in the stream, which keeps it for 24 hours: half of them to mend it.
      retryAttempts: 50,
      maxRecordAge: Duration.hours(12),
      onFailure: { bind: () => ({ destination: this.deadLetters.queueArn }) },
    });
  }
}
