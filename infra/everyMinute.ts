import { Duration, Stack } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { ServiceFunction } from "./serviceFunction.ts";

/** Calls a function every minute. A missed call is not repeated, because the next one makes up for it. */
export function callEveryMinute(handler: ServiceFunction, description: string) {
  const { scope } = handler.node;
  if (!scope) throw new Error(`${handler.folderName} is in no stack`);
  const role = new Role(scope, "CallerRole", {
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(handler).account } },
    }),
  });
  // Not grantInvoke, which allows every version of the function as well.
  const allowed = new PolicyStatement({
    actions: ["lambda:InvokeFunction"],
    resources: [handler.live.functionArn],
  });
  role.addToPolicy(allowed);
  const schedule = new CfnSchedule(scope, "EveryMinute", {
    description,
    scheduleExpression: "rate(1 minute)",
    flexibleTimeWindow: { mode: "OFF" },
    target: {
      arn: handler.live.functionArn,
      roleArn: role.roleArn,
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: 60 },
    },
  });
  schedule.node.addDependency(role);
  // Lambda does not retry either: it would keep throttled calls, and make many at once later.
  handler.live.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
}
