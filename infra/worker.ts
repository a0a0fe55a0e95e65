import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { PERIOD, type Watch, watchFunction } from "./alarms.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./serviceFunction.ts";
import type { WorkerSettings } from "./settings.ts";
import { allowTableAccess, type TableAccess } from "./table.ts";

/** Number of receives after which a message goes to the dead-letter queue. */
export const MAX_RECEIVES = 5;
/** Least visibility timeout; a function with a longer time-out has a longer one. */
const SHORTEST_VISIBILITY = Duration.minutes(1);
/** Added to the time-out, because a function begins some time after its messages were received. */
const HANDOVER = Duration.seconds(10);

export interface WorkerProps
  extends Pick<
    ServiceFunctionProps,
    "settings" | "folder" | "description" | "loss" | "timeout" | "environment" | "network"
  > {
  table: ITableV2;
  access: TableAccess;
  size: WorkerSettings;
  batchSize: number;
  /** Seconds that a message stays hidden after the function's time-out; 10 by default. */
  hiddenFor?: Duration;
  /** Batching window in seconds; Lambda needs one for batches of more than 10. */
  maxBatchingWindow?: Duration;
  /** The age of its oldest message at which a queue counts as late; twice the visibility timeout by default. */
  lateSeconds?: number;
  /** What a user loses when a message reaches the dead-letter queue, and when messages wait too long. */
  losses: { gaveUp: string; late: string };
}

/** A queue with a dead-letter queue, and the function that consumes it. */
export class Worker extends Construct {
  readonly function: ServiceFunction;
  readonly queue: Queue;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const { table, access, size, batchSize, maxBatchingWindow, lateSeconds, losses, ...rest } =
      props;
    const { hiddenFor = HANDOVER, ...own } = rest;
    this.function = new ServiceFunction(this, "Function", {
      ...own,
      memoryMb: size.memoryMb,
      environment: {
        TABLE_NAME: table.tableName,
        // The page that tells owners of websites who visits them.
        ...(own.settings.contactUrl && { CONTACT_URL: own.settings.contactUrl }),
        ...own.environment,
      },
    });
    allowTableAccess(this.function, table, access);
    const { queue, watches } = feedFromQueue(this, this.function, {
      batchSize,
      ...(maxBatchingWindow && { maxBatchingWindow }),
      maxConcurrency: size.maxConcurrency,
      maxReceives: MAX_RECEIVES,
      visibilityTimeout: longer(own.timeout.plus(hiddenFor), SHORTEST_VISIBILITY),
      ...(lateSeconds !== undefined && { lateSeconds }),
      losses,
    });
    this.queue = queue;
    this.watches = [...watchFunction(this.function), ...watches];
  }
}

interface Feeding {
  batchSize: number;
  maxBatchingWindow?: Duration;
  maxConcurrency: number;
  /** Number of receives after which a message goes to the dead-letter queue. */
  maxReceives: number;
  /** The visibility timeout: at least the function's time-out. */
  visibilityTimeout: Duration;
  lateSeconds?: number;
  losses: { gaveUp: string; late: string };
}

/** Makes a queue with a dead-letter queue that feeds a function, and the watches of both. */
export function feedFromQueue(scope: Construct, to: ServiceFunction, feeding: Feeding) {
  const { maxReceives, visibilityTimeout, lateSeconds, losses, ...options } = feeding;
  const deadLetters = new DeadLetterQueue(scope, "DeadLetters");
  const queue = new Queue(scope, "Queue", {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout,
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxReceives },
  });
  const actions = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
  to.allow(actions, queue.queueArn);
  new EventSourceMapping(scope, "Messages", {
    target: to.live,
    eventSourceArn: queue.queueArn,
    reportBatchItemFailures: true,
    ...options,
  });
  const watches: Watch[] = [
    deadLetters.watch(to.folderName, losses.gaveUp),
    {
      id: `${to.folderName}Late`,
      loss: losses.late,
      metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD }),
      // A message that failed once is not late yet: it is received again after the visibility timeout.
      above: lateSeconds ?? 2 * visibilityTimeout.toSeconds(),
    },
  ];
  return { queue, watches };
}

/** A dead-letter queue, which keeps messages for two weeks. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  }

  /** Watches for dead letters of the function in this folder. */
  watch(folder: string, loss: string): Watch {
    const metric = this.metricApproximateNumberOfMessagesVisible({ period: PERIOD });
    return { id: `${folder}GaveUp`, loss, metric, group: "GivenUp" };
  }
}

/** Workers or queues, by the environment variable with the queue's URL. */
export type Queues = Readonly<Record<string, { queue: Queue }>>;

/** Lets a function send to these queues, and sets the variables with their URLs. */
export function allowSending(from: ServiceFunction, queues: Queues) {
  for (const [variable, { queue }] of Object.entries(queues)) {
    from.addEnvironment(variable, queue.queueUrl);
    from.allow(["sqs:SendMessage"], queue.queueArn);
    if (queue.node.scope === from.node.scope) from.allowGoingOn();
  }
}

function longer(one: Duration, other: Duration): Duration {
  return one.toSeconds() > other.toSeconds() ? one : other;
}
