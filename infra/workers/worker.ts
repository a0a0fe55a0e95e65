import { Duration, type Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { EventSourceMapping } from "aws-cdk-lib/aws-lambda";
import { CfnQueuePolicy, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { allowTableAccess, type TableAccess } from "../data/table.ts";
import { ServiceFunction, type ServiceFunctionProps } from "../function/serviceFunction.ts";
import type { WorkerSettings } from "../settings.ts";
import type { Watch, WatchedQueue } from "../watching/alarms.ts";

/** The attempts at work that may fail for good, such as reading somebody's site. */
export const ATTEMPTS = 5;
/**
 * Number of receives after which a message goes to the dead-letter queue. A call that Lambda throttles counts as
 * one, too: a message that never ran has to survive a busy account for 20 minutes at least.
 */
const MAX_RECEIVES = 20;
/** Added to the time-out, because a function begins some time after its messages were received. */
const HANDOVER = Duration.seconds(10);

interface WorkerProps
  extends Pick<
    ServiceFunctionProps,
    "settings" | "folder" | "description" | "loss" | "timeout" | "environment" | "isGradual"
  > {
  table: ITableV2;
  access: TableAccess;
  size: WorkerSettings;
  batchSize: number;
  /** Seconds that a message stays hidden after the function's time-out; 10 by default. */
  hiddenFor?: Duration;
  /** Batching window in seconds; Lambda needs one for batches of more than 10. */
  maxBatchingWindow?: Duration;
  /** The worker itself measures how late its work is, so the age of messages says no more. */
  measuresLateness?: boolean;
}

/** A queue with a dead-letter queue, and the function that consumes it. */
export class Worker extends Construct {
  readonly function: ServiceFunction;
  readonly queue: Queue;
  readonly watched: WatchedQueue;
  readonly watches: Watch[] = [];

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const { table, access, size, batchSize, maxBatchingWindow, measuresLateness, ...rest } = props;
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
    this.watched = feedFromQueue(this, this.function, {
      batchSize,
      ...(maxBatchingWindow && { maxBatchingWindow }),
      maxConcurrency: size.maxConcurrency,
      maxReceives: MAX_RECEIVES,
      visibilityTimeout: own.timeout.plus(hiddenFor),
      ...(measuresLateness && { measuresLateness }),
    });
    this.queue = this.watched.queue;
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
  measuresLateness?: boolean;
}

/** Makes a queue with a dead-letter queue that feeds a function. */
export function feedFromQueue(
  scope: Construct,
  to: ServiceFunction,
  feeding: Feeding,
): WatchedQueue {
  const { maxReceives, visibilityTimeout, measuresLateness, ...options } = feeding;
  const deadLetters = new Queue(scope, "DeadLetters", {
    encryption: QueueEncryption.SQS_MANAGED,
    retentionPeriod: Duration.days(14),
  });
  const queue = new Queue(scope, "Queue", {
    encryption: QueueEncryption.SQS_MANAGED,
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
  // A message that failed once is not late yet: it is received again after the visibility timeout.
  const lateSeconds = measuresLateness ? undefined : 2 * visibilityTimeout.toSeconds();
  return { name: to.folderName, queue, deadLetters, lateSeconds };
}

/** Refuses requests without TLS to all queues of a stack, by one policy. A queue can't have another one. */
export function requireTls(stack: Stack) {
  const statement = new PolicyStatement({
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ["sqs:*"],
    // SQS takes one resource a statement. In the policy of a queue, this is that queue.
    resources: ["*"],
    conditions: { Bool: { "aws:SecureTransport": "false" } },
  });
  const queues = stack.node.findAll().filter((each) => each instanceof Queue);
  new CfnQueuePolicy(stack, "RequireTls", {
    queues: queues.map(({ queueUrl }) => queueUrl),
    policyDocument: new PolicyDocument({ statements: [statement] }),
  });
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
