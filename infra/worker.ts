import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { PERIOD, type Watch, watchFunction } from "./alarms.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./serviceFunction.ts";
import type { WorkerSettings } from "./settings.ts";
import { allowTableAccess, type TableAccess } from "./table.ts";

/** How often a message is tried before it counts as dead. */
export const MAX_RECEIVES = 5;
/** A message that failed comes again after so long, or where its function may take longer, after that. */
const SHORTEST_VISIBILITY = Duration.minutes(1);
/** A message is hidden from its receipt on; its function begins a little later. */
const HANDOVER = Duration.seconds(10);

export interface WorkerProps
  extends Pick<
    ServiceFunctionProps,
    "settings" | "folder" | "description" | "loss" | "timeout" | "environment"
  > {
  table: ITableV2;
  access: TableAccess;
  size: WorkerSettings;
  batchSize: number;
  /** How long after the function's time-out a message of it stays hidden; ten seconds, unless said. */
  hiddenFor?: Duration;
  /** How long messages are gathered: more than 10 only so. */
  maxBatchingWindow?: Duration;
  /** From which age of its oldest message on a queue is late; twice the time after which one comes again, unless said. */
  lateSeconds?: number;
  /** What a user loses when a message was given up, and when messages wait for too long. */
  losses: { gaveUp: string; late: string };
}

/** A queue with a dead-letter queue, and the function that works it off. */
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
        // Where the owners of the websites that it visits find out who that is.
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
  /** How often a message is tried before it counts as dead. */
  maxReceives: number;
  /** After which a message that failed comes again: not less than the function's time-out. */
  visibilityTimeout: Duration;
  lateSeconds?: number;
  losses: { gaveUp: string; late: string };
}

/** Makes a queue with a dead-letter queue that feeds a function, and what is watched of the two. */
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
    target: to,
    eventSourceArn: queue.queueArn,
    reportBatchItemFailures: true,
    ...options,
  });
  const watches: Watch[] = [
    deadLetters.watch(to.folder, losses.gaveUp),
    {
      id: `${to.folder}Late`,
      loss: losses.late,
      metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD }),
      // A message that failed once is not late yet: it comes again after the visibility timeout.
      above: lateSeconds ?? 2 * visibilityTimeout.toSeconds(),
    },
  ];
  return { queue, watches };
}

/** Keeps for two weeks what was given up. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
  }

  /** An alarm goes off when the function of this folder has given something up. */
  watch(folder: string, loss: string): Watch {
    const metric = this.metricApproximateNumberOfMessagesVisible({ period: PERIOD });
    return { id: `${folder}GaveUp`, loss, metric, group: "GivenUp" };
  }
}

/** Queues by the variables with their URLs: of workers, or by themselves. */
export type Queues = Readonly<Record<string, { queue: Queue }>>;

/** Tells a function the queues of these workers, by the variables with their URLs, and lets it send. */
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
