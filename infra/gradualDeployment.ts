import { Stack } from "aws-cdk-lib";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { FAILED_CALLS } from "../shared/metrics.ts";
import { PERIOD, WatchAlarm } from "./alarms.ts";
import { EndpointFunction } from "./endpointGroup.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

/** The failed share, in percent of a version's own calls, that stops it; and the least number of failures. */
const API = { percent: 2, least: 2 };
// A host that fails, or a bad message, fails calls of every version.
const WORKER = { percent: 20, least: 3 };

interface GradualDeploymentProps {
  settings: Settings;
  functions: readonly ServiceFunction[];
}

/**
 * Gives a new version of these functions a tenth of the calls, and the rest ten minutes later. If its calls
 * fail, CodeDeploy returns all calls to the old version, and CloudFormation restores the rest.
 */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, { settings, functions }: GradualDeploymentProps) {
    super(scope, id);
    const application = new LambdaApplication(this, "Application");
    const role = this.makeRole(functions);
    // CodeDeploy deploys nothing while an alarm is on. A stopped stage answers nothing anyway.
    const isAtOnce = Boolean(settings.isUrgent || settings.isStopped);
    for (const handler of functions) {
      const alias = aliasOf(handler);
      // One group for each function: CodeDeploy runs one deployment of a group at a time.
      const group = new LambdaDeploymentGroup(this, handler.folderName, {
        application,
        alias,
        // The managed policy that the CDK adds would allow changing every alias of the account.
        role: role.withoutPolicyUpdates(),
        deploymentConfig: isAtOnce
          ? LambdaDeploymentConfig.ALL_AT_ONCE
          : LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
        alarms: [this.versionAlarm(handler)],
        ignoreAlarmConfiguration: isAtOnce,
      });
      group.node.addDependency(role);
    }
  }

  /** Goes off when calls of the newest version fail. Only CodeDeploy listens to it. */
  private versionAlarm(handler: ServiceFunction): WatchAlarm {
    const { percent, least } = handler instanceof EndpointFunction ? API : WORKER;
    return new WatchAlarm(this, {
      id: `${handler.folderName}VersionFailures`,
      loss: `${handler.loss}: more than ${percent} % of the calls of the newest version fail.`,
      metric: failedShare(handler, least),
      above: percent,
    });
  }

  private makeRole(functions: readonly ServiceFunction[]): Role {
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    });
    const actions = ["GetAlias", "UpdateAlias", "GetProvisionedConcurrencyConfig"];
    role.addToPolicy(
      new PolicyStatement({
        actions: actions.map((action) => `lambda:${action}`),
        // The ARN is composed, because the alias depends on its group, which depends on this role.
        resources: functions.flatMap((handler) => [
          handler.functionArn,
          `${handler.functionArn}:${aliasOf(handler).aliasName}`,
        ]),
      }),
    );
    // The action takes no resource when it lists alarms of every kind.
    role.addToPolicy(
      new PolicyStatement({ actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] }),
    );
    return role;
  }
}

function aliasOf({ alias, folderName }: ServiceFunction): Alias {
  if (!alias) throw new Error(`${folderName} has no alias to move`);
  return alias;
}

/**
 * Failed calls of the newest version through the alias, in percent of its calls; 0 below `least`. The function
 * counts answers with a 500 and batches that it gave back whole, which are no errors to Lambda.
 */
function failedShare(handler: ServiceFunction, least: number): MathExpression {
  const failed = new Metric({
    namespace: handler.metricNamespace,
    metricName: FAILED_CALLS,
    dimensionsMap: {
      FunctionName: handler.functionName,
      FunctionVersion: handler.currentVersion.version,
    },
    statistic: Stats.SUM,
    period: PERIOD,
  });
  return new MathExpression({
    expression: `IF(errors + FILL(failed, 0) >= ${least}, 100 * (errors + FILL(failed, 0)) / calls, 0)`,
    usingMetrics: {
      errors: ofVersion(handler, "Errors"),
      failed,
      calls: ofVersion(handler, "Invocations"),
    },
    period: PERIOD,
    label: "percent",
  });
}

/** A metric of the newest version, of calls by the alias. */
function ofVersion(handler: ServiceFunction, metricName: string): Metric {
  return new Metric({
    namespace: "AWS/Lambda",
    metricName,
    dimensionsMap: {
      FunctionName: handler.functionName,
      Resource: `${handler.functionName}:${aliasOf(handler).aliasName}`,
      ExecutedVersion: handler.currentVersion.version,
    },
    statistic: Stats.SUM,
    period: PERIOD,
  });
}
