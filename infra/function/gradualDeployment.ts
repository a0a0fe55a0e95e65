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
import { FAILED_CALLS } from "../../shared/platform/metrics.ts";
import { EndpointFunction } from "../api/apiFunction.ts";
import type { Settings } from "../settings.ts";
import { PERIOD, WatchAlarm } from "../watching/alarms.ts";
import type { ServiceFunction } from "./serviceFunction.ts";

/** Failures of a version's own calls in five minutes that stop it: a 500 of the API is a bug. */
const API_FAILURES = 3;
/** The share of a worker's calls, in percent, and the least number: a host that fails fails calls of every version. */
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
    const isApi = handler instanceof EndpointFunction;
    const most = isApi ? `${API_FAILURES - 1} calls` : `${WORKER.percent} % of the calls`;
    return new WatchAlarm(this, {
      id: `${handler.folderName}VersionFailures`,
      loss: `${handler.loss}: more than ${most} of the newest version fail.`,
      metric: isApi ? failures(handler) : failedShare(handler),
      above: isApi ? API_FAILURES - 1 : WORKER.percent,
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
 * Failed calls of the newest version. The function counts answers with a 500 and batches that it gave back
 * whole, which are no errors to Lambda.
 */
function failures(handler: ServiceFunction): MathExpression {
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
    expression: "errors + FILL(failed, 0)",
    usingMetrics: { errors: ofVersion(handler, "Errors"), failed },
    period: PERIOD,
    label: "failures",
  });
}

/** The same in percent of the version's calls; 0 for few failures. */
function failedShare(handler: ServiceFunction): MathExpression {
  return new MathExpression({
    expression: `IF(failures >= ${WORKER.least}, 100 * failures / calls, 0)`,
    usingMetrics: { failures: failures(handler), calls: ofVersion(handler, "Invocations") },
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
