import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { ManagedPolicy, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Alias } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { CommandKind } from "../../functions/operators/definition.ts";
import { allowTableAccess, EVERY_READ, EVERY_WRITE } from "../data/table.ts";
import { ServiceFunction } from "../function/serviceFunction.ts";
import { adminFunctionName, rateVariables, type Settings } from "../settings.ts";
import type { WatchedQueue } from "../watching/alarms.ts";
import type { Changes } from "./changes.ts";

const ON_DEAD_LETTERS = [
  "sqs:GetQueueAttributes",
  "sqs:ReceiveMessage",
  "sqs:ChangeMessageVisibility",
  "sqs:DeleteMessage",
  "sqs:StartMessageMoveTask",
];

/**
 * The operators' function. It has no route: an operator is who IAM allows to invoke it, through the alias
 * `read`, which runs no command that changes something, or `write`, which runs all.
 */
export class OperatorsFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: ITableV2 },
  ) {
    super(scope, id, {
      settings,
      folder: "operators",
      description: "Runs the operators' commands",
      loss: "Operators can't issue or revoke keys",
      functionName: adminFunctionName(settings.stage),
      memoryMb: settings.workerMemoryMb,
      timeout: Duration.minutes(1),
      environment: {
        TABLE_NAME: table.tableName,
        UPTIME_INTERVAL_MINUTES: String(settings.uptime.intervalMinutes),
        AUDIT_INTERVAL_MINUTES: String(settings.audit.intervalMinutes),
        ...rateVariables(settings),
      },
    });
    const lookup = ["Query"] as const;
    allowTableAccess(this, table, {
      table: {
        "auditLog#": ["Query", "BatchGetItem"],
        // `api` also counts the prospects of a day.
        "usage#": ["GetItem", "Query", "PutItem", "UpdateItem"],
        "reseller#": [...EVERY_READ, ...EVERY_WRITE, "ConditionCheckItem", "BatchWriteItem"],
        "apiKey#": ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
        // What the tokens of shares lead to, for `api`.
        "share#": [...EVERY_WRITE, "GetItem", "ConditionCheckItem"],
        "bucket#": ["BatchGetItem", "Query"],
        "schedule#": ["Query"],
      },
      index: {
        resellers: lookup,
        "reseller#": lookup,
      },
      search: {
        "auditLog#": lookup,
        "reseller#": lookup,
      },
    });
    const [read, write] = [this.aliasFor("read"), this.aliasFor("write")];
    this.allowOperators(settings, "read", [read]);
    this.allowOperators(settings, "write", [read, write]);
  }

  private aliasFor(kind: CommandKind): string {
    return new Alias(this, kind, { aliasName: kind, version: this.currentVersion }).functionArn;
  }

  /** The policy for people who may run commands of a kind. */
  private allowOperators({ stage }: Settings, kind: CommandKind, resources: string[]) {
    const { managedPolicyArn: value } = new ManagedPolicy(this, `${kind}Policy`, {
      description: `Allows operators of the stage ${stage} to ${kind}`,
      statements: [new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources })],
    });
    // Without a name, which would be the account's: a stage in a second region has a policy of its own.
    new CfnOutput(Stack.of(this), `${kind}PolicyArn`, { value });
  }

  /**
   * Allows operators to read the dead letters of all workers and to have SQS send them back, for
   * which SQS requires permission to receive, delete and send.
   */
  allowDeadLetters(queues: readonly WatchedQueue[]) {
    for (const { name, deadLetters } of queues)
      this.addEnvironment(`DEAD_LETTERS_${name}`, deadLetters.queueUrl);
    // One statement each: a role's inline policies are limited to 10,240 characters.
    this.allow(
      ON_DEAD_LETTERS,
      queues.map(({ deadLetters }) => deadLetters.queueArn),
    );
    this.allow(
      ["sqs:SendMessage"],
      queues.map(({ queue }) => queue.queueArn),
    );
  }

  /** Allows operators to list the stream's lost records and to have the dispatcher process them again. */
  allowLostRecords({ lostRecords, queue }: Changes) {
    this.addEnvironment("LOST_RECORDS_BUCKET", lostRecords.bucketName);
    this.addEnvironment("CHANGES_QUEUE_URL", queue.queueUrl);
    this.allow(["s3:ListBucket"], lostRecords.bucketArn);
    this.allow(["s3:GetObject", "s3:DeleteObject"], lostRecords.arnForObjects("aws/lambda/*"));
  }
}
