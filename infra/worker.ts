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
export const MAX_RECEIVES = 3;
/** AWS's advice: six times the function's timeout, for when Lambda itself has to try again. */
const VISIBILITY_FACTOR = 6;

export interface WorkerProps
  extends Pick<
    ServiceFunctionProps,
    "settings" | "folder" | "description" | "loss" | "timeout" | "environment"
  > {
  table: ITableV2;
  access: TableAccess;
  size: WorkerSettings;
  batchSize: number;
  /** What a user loses when a message was given up, and when messages wait for too long. */
  losses: { gaveUp: string; late: string };
}

/** A queue with a dead-letter queue, and the function that works it off. */
export class Worker extends Construct {
  readonly function: ServiceFunction;
  readonly queue: Queue;
  readonly watches: Watch[];
  private readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const { table, access, size, batchSize, losses, ...own } = props;
    const visibilityTimeout = times(VISIBILITY_FACTOR, own.timeout);
    this.deadLetters = new DeadLetterQueue(this, "DeadLetters");
    this.queue = new Queue(this, "Queue", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout,
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
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
    this.workOff({ batchSize, maxConcurrency: size.maxConcurrency });
    this.watches = [
      ...watchFunction(this.function),
      this.deadLetters.watch(own.folder, losses.gaveUp),
      {
        id: `${own.folder}Late`,
        loss: losses.late,
        metric: this.queue.metricApproximateAgeOfOldestMessage({ period: PERIOD }),
        // A message that failed once is not late yet: it comes again after the visibility timeout.
        above: times(2, visibilityTimeout).toSeconds(),
      },
    ];
  }

  private workOff(options: { batchSize: number; maxConcurrency: number }) {
    const actions = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];
    this.function.allow(actions, this.queue.queueArn);
    new EventSourceMapping(this, "Messages", {
      target: this.function,
      eventSourceArn: this.queue.queueArn,
      reportBatchItemFailures: true,
      ...options,
    });
  }
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
    return { id: `${folder}GaveUp`, loss, metric };
  }
}

/** Tells a function the queues of these workers, by the variables with their URLs, and lets it send. */
export function allowSending(from: ServiceFunction, workers: Record<string, Worker>) {
  for (const [variable, { queue }] of Object.entries(workers)) {
    from.addEnvironment(variable, queue.queueUrl);
    from.allow(["sqs:SendMessage"], queue.queueArn);
  }
}

function times(factor: number, duration: Duration): Duration {
  return Duration.seconds(factor * duration.toSeconds());
}
