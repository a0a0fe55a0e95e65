import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  EventSourceMapping,
  FilterCriteria,
  MetricType,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { removalPolicyFor } from "../data/retention.ts";
import { allowTableAccess, type TableAccess } from "../data/table.ts";
import { ServiceFunction, type ServiceFunctionProps } from "../function/serviceFunction.ts";
import type { Settings } from "../settings.ts";
import { PERIOD, type Watch, type WatchedQueue } from "../watching/alarms.ts";
import { allowSending, feedFromQueue } from "./worker.ts";

const LATE = Duration.minutes(5);
const TIMEOUT = Duration.minutes(1);
/** With six minutes between them, two hours in all: longer than most failures last. */
const RETRIES = 20;
const BETWEEN_RETRIES = Duration.minutes(6);

interface StreamConsumerProps
  extends Pick<ServiceFunctionProps, "settings" | "folder" | "description" | "loss"> {
  table: ITableV2;
  streamArn: string;
  access: TableAccess;
  environment?: Record<string, string>;
  /** The function is called with changes of the table that match one of these. */
  filters: Record<string, unknown>[];
  /** What a user loses when changes are followed late, or not at all, and when one crashes the function. */
  losses: { late: string; stopped: string; lost: string };
}

/**
 * A function that follows the table's stream. It sends changes that failed to its own queue, from
 * which it tries them again; a bucket keeps the records that crash it.
 */
export class StreamConsumer extends Construct {
  readonly function: ServiceFunction;
  readonly watches: Watch[];
  readonly watched: WatchedQueue;
  /** The changes that failed. */
  readonly queue: Queue;
  readonly lostRecords: Bucket;

  constructor(scope: Construct, id: string, props: StreamConsumerProps) {
    super(scope, id);
    const { table, streamArn, access, environment, filters, losses, ...own } = props;
    this.function = new ServiceFunction(this, "Function", {
      ...own,
      memoryMb: own.settings.workerMemoryMb,
      timeout: TIMEOUT,
      environment: { TABLE_NAME: table.tableName, ...environment },
    });
    allowTableAccess(this.function, table, access);
    this.lostRecords = this.keepRecords(own.settings);
    const stream = this.followStream(streamArn, filters, this.lostRecords);
    this.watched = feedFromQueue(this, this.function, {
      batchSize: 10,
      maxConcurrency: 2,
      maxReceives: RETRIES,
      visibilityTimeout: BETWEEN_RETRIES,
    });
    const { queue } = this.watched;
    this.queue = queue;
    allowSending(this.function, {
      [`${this.function.folderName.toUpperCase()}_QUEUE_URL`]: { queue },
    });
    const ofStream = (metricName: string) =>
      new Metric({
        namespace: "AWS/Lambda",
        metricName,
        dimensionsMap: { EventSourceMappingUUID: stream.eventSourceMappingId },
        statistic: "sum",
        period: PERIOD,
      });
    this.watches = [
      {
        id: `${this.function.folderName}Behind`,
        loss: losses.late,
        metric: this.function.metric("IteratorAge", { period: PERIOD, statistic: "max" }),
        above: LATE.toMilliseconds(),
      },
      {
        id: `${this.function.folderName}Lost`,
        loss: losses.lost,
        metric: ofStream("OnFailureDestinationDeliveredEventCount"),
      },
      // Each tick of the schedule writes, so records always come.
      {
        id: `${this.function.folderName}Stopped`,
        loss: losses.stopped,
        metric: ofStream("PolledEventCount"),
        below: 1,
        periods: 2,
        pages: true,
      },
    ];
  }

  /** The bucket to which Lambda writes the records that it gives up. */
  private keepRecords(settings: Settings): Bucket {
    const bucket = new Bucket(this, "LostRecords", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(14) }],
      removalPolicy: removalPolicyFor(settings),
      // CloudFormation deletes no bucket that has objects.
      autoDeleteObjects: !settings.keepData,
    });
    this.function.allow(["s3:ListBucket"], bucket.bucketArn);
    this.function.allow(["s3:PutObject"], bucket.arnForObjects("aws/lambda/*"));
    return bucket;
  }

  private followStream(
    streamArn: string,
    filters: Record<string, unknown>[],
    { bucketArn }: Bucket,
  ): EventSourceMapping {
    // Not grantStreamRead, which allows listing the streams of every table.
    const actions = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];
    this.function.allow(
      actions.map((action) => `dynamodb:${action}`),
      streamArn,
    );
    return new EventSourceMapping(this, "Stream", {
      target: this.function.live,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: filters.map((filter) => FilterCriteria.filter(filter)),
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      parallelizationFactor: 10,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // After this many attempts, or this long, a record that crashes the function no longer blocks its shard.
      retryAttempts: 50,
      maxRecordAge: Duration.hours(12),
      onFailure: { bind: () => ({ destination: bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
  }
}
