import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { ServiceFunction } from "./serviceFunction.ts";
import { adminFunctionName, type Settings } from "./settings.ts";
import { allowTableAccess } from "./table.ts";

/** The operators' function. It has no route: whom IAM lets invoke it is an operator. */
export class AdminFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: ITableV2 },
  ) {
    super(scope, id, {
      settings,
      folder: "admin",
      description: "Runs the operators' commands",
      loss: "Operators can't issue or revoke keys",
      functionName: adminFunctionName(settings.stage),
      memoryMb: settings.workerMemoryMb,
      timeout: Duration.minutes(1),
      environment: {
        TABLE_NAME: table.tableName,
        UPTIME_INTERVAL_MINUTES: String(settings.uptime.intervalMinutes),
        AUDIT_INTERVAL_MINUTES: String(settings.audit.intervalMinutes),
      },
    });
    const lookup = ["Query"] as const;
    allowTableAccess(this, table, {
      table: {
        "reseller#": ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"],
        "apiKey#": ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
        "mailAddress#": ["GetItem", "DeleteItem"],
      },
      index: {
        resellers: lookup,
        "reseller#": lookup,
        "plan#": lookup,
        "user#": lookup,
        "business#": lookup,
        "website#": lookup,
      },
    });
  }
}
