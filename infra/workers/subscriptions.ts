import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { EVERY_READ } from "../data/table.ts";
import type { Settings } from "../settings.ts";
import { allowSending, Worker } from "./worker.ts";

/**
 * Begins and stops the checks of websites, adapts them to a suspension, another plan or another interval, and their
 * state to a maintenance that begins or ends: a message names one.
 */
export class Subscriptions extends Worker {
  constructor(
    scope: Construct,
    id: string,
    {
      settings,
      table,
      uptime,
      audit,
    }: { settings: Settings; table: ITableV2; uptime: Worker; audit: Worker },
  ) {
    super(scope, id, {
      settings,
      table,
      folder: "workers/subscriptions",
      description: "Begins, adapts and stops the checks of websites",
      loss: "New websites are not checked, others as before a suspension or a change of plan",
      access: {
        table: {
          "reseller#": [...EVERY_READ, "PutItem", "UpdateItem"],
          // The figures of the day before are written where the interval changes.
          "bucket#": ["Query"],
          "schedule#": ["Query", "PutItem"],
          "usage#": ["UpdateItem"],
        },
        // The businesses of a plan, and of a reseller.
        index: { "reseller#": ["Query"] },
        search: { "reseller#": ["Query"] },
      },
      size: settings.subscriptions,
      timeout: Duration.minutes(1),
      batchSize: 5,
      environment: {
        UPTIME_INTERVAL_MINUTES: String(settings.uptime.intervalMinutes),
        AUDIT_INTERVAL_MINUTES: String(settings.audit.intervalMinutes),
      },
    });
    allowSending(this.function, {
      SUBSCRIPTIONS_QUEUE_URL: this,
      UPTIME_QUEUE_URL: uptime,
      AUDIT_QUEUE_URL: audit,
    });
  }
}
