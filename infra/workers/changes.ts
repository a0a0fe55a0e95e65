import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  MetricType,
  StartingPosition,
} from "aws-cdk-lib/aws-lambda";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type ChangeName, followedEntities } from "../../functions/workers/changes/follows.ts";
import { removalPolicyFor } from "../data/retention.ts";
import { allowTableAccess, EVERY_READ } from "../data/table.ts";
import { ServiceFunction } from "../function/serviceFunction.ts";
import type { Settings } from "../settings.ts";
import { PERIOD, type Watch, type WatchedQueue } from "../watching/alarms.ts";
import { allowSending, feedFromQueue, type Queues } from "./worker.ts";

const LATE = Duration.minutes(5);
/** With six minutes between them, two hours in all: longer than most failures last. */
const RETRIES = 20;
const BETWEEN_RETRIES = Duration.minutes(6);

interface ChangesProps {
  settings: Settings;
  table: ITableV2;
  streamArn: string;
  /** The queues of the functions that follow changes. */
  queues: Queues;
}

/**
 * The only consumer of the table's stream: it passes each change to the parts that follow it. It sends changes
 * that failed to its own queue, from which it tries them again; a bucket keeps the records that crash it.
 */
export class Changes extends Construct {
  readonly function: ServiceFunction;
  readonly watches: Watch[];
  readonly watched: WatchedQueue;
  /** The changes that failed. */
  readonly queue: Queue;
  readonly lostRecords: Bucket;

  constructor(scope: Construct, id: string, { settings, table, streamArn, queues }: ChangesProps) {
    super(scope, id);
    this.function = new ServiceFunction(this, "Function", {
      settings,
      folder: "workers/changes",
      description: "Passes the changes of the table on to what follows from them",
      loss: "New websites and competitors are not checked or read, no event and no mail goes out",
      memoryMb: settings.workerMemoryMb,
      timeout: Duration.minutes(1),
      environment: { TABLE_NAME: table.tableName },
    });
    allowTableAccess(this.function, table, {
      table: {
        "auditLog#": ["PutItem"],
        "reseller#": [...EVERY_READ, "PutItem", "UpdateItem", "BatchWriteItem"],
      },
    });
    this.lostRecords = this.keepRecords(settings);
    const stream = this.followStream(streamArn);
    this.watched = feedFromQueue(this, this.function, {
      batchSize: 10,
      maxConcurrency: 2,
      maxReceives: RETRIES,
      visibilityTimeout: BETWEEN_RETRIES,
    });
    const { queue } = this.watched;
    this.queue = queue;
    allowSending(this.function, { CHANGES_QUEUE_URL: { queue }, ...queues });
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
        id: "changesBehind",
        loss: "New websites wait minutes for their first check, webhooks for their events.",
        metric: this.function.metric("IteratorAge", { period: PERIOD, statistic: "max" }),
        above: LATE.toMilliseconds(),
      },
      {
        id: "changesLost",
        loss: "A change crashed its function again and again: nothing follows from it.",
        metric: ofStream("OnFailureDestinationDeliveredEventCount"),
      },
      // Each tick of the schedule writes, so records always come.
      {
        id: "changesStopped",
        loss: "Nobody follows changes any more: no first check, no event, no e-mail, no clean-up.",
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

  private followStream(streamArn: string): EventSourceMapping {
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
      // A filter can't compare the two images of a change; the parts ignore changes without effect.
      filters: [changesOf("INSERT"), changesOf("MODIFY"), changesOf("REMOVE")],
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      parallelizationFactor: 10,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // After this many attempts, or this long, a record that crashes the function no longer blocks its shard.
      retryAttempts: 50,
      maxRecordAge: Duration.hours(12),
      onFailure: { bind: () => ({ destination: this.lostRecords.bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
  }
}

/** The changes of this name that some part of the function follows. */
function changesOf(eventName: ChangeName) {
  const image = { __edb_e__: { S: FilterRule.or(...followedEntities(eventName)) } };
  return FilterCriteria.filter({
    eventName: FilterRule.isEqual(eventName),
    dynamodb: eventName === "REMOVE" ? { OldImage: image } : { NewImage: image },
  });
}
