import { Duration, Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { ScheduleExpression, Schedule as Scheduler } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Construct } from "constructs";
import { allowTableAccess } from "../data/table.ts";
import { ServiceFunction } from "../function/serviceFunction.ts";
import type { Settings } from "../settings.ts";
import { PERIOD, type Watch } from "../watching/alarms.ts";
import { allowSending, type Worker } from "./worker.ts";

interface ScheduleProps {
  settings: Settings;
  table: ITableV2;
  rounds: Worker;
  audit: Worker;
  retrier: Worker;
  mailer: Worker;
  cleanup: Worker;
  subscriptions: Worker;
}

/** Enqueues, every minute, the rounds, checks and webhooks' retries that fell due. */
export class Schedule extends Construct {
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, props: ScheduleProps) {
    super(scope, id);
    const { settings, table, rounds, audit, retrier, mailer, cleanup, subscriptions } = props;
    const handler = new ServiceFunction(this, "Function", {
      settings,
      folder: "workers/schedule",
      description: "Enqueues the checks and the webhooks' retries that fell due",
      loss: "Websites are not checked and events not sent again, or late",
      memoryMb: settings.workerMemoryMb,
      timeout: Duration.minutes(1),
      environment: { TABLE_NAME: table.tableName },
    });
    allowTableAccess(handler, table, {
      table: {
        "schedule#": ["GetItem", "Query", "PutItem", "UpdateItem"],
      },
      // What is due, and how many websites a bucket has.
      index: { "due#": ["Query"], "roster#": ["Query"] },
    });
    allowSending(handler, {
      ROUNDS_QUEUE_URL: rounds,
      AUDIT_QUEUE_URL: audit,
      RETRIES_QUEUE_URL: retrier,
      MAIL_QUEUE_URL: mailer,
      CLEANUP_QUEUE_URL: cleanup,
      SUBSCRIPTIONS_QUEUE_URL: subscriptions,
    });
    const caller = new Role(this, "CallerRole", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    });
    // The target's own grant would allow every version of the function.
    caller.addToPolicy(
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: [handler.live.functionArn],
      }),
    );
    // A missed call is not repeated, because the next one makes up for it. Lambda does not retry either: it
    // would keep throttled calls, and make many at once later.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    new Scheduler(this, "EveryMinute", {
      description: "Calls the function that enqueues what fell due",
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(handler.live, { ...once, role: caller.withoutPolicyUpdates() }),
    });
    handler.live.configureAsyncInvoke(once);
    this.watches = [
      {
        id: "scheduleStopped",
        loss: "No website is checked and no event is sent again: nothing calls the schedule any more.",
        metric: handler.metricInvocations({ period: PERIOD }),
        below: 1,
        pages: true,
      },
    ];
  }
}
