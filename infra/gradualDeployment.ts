import { Stack } from "aws-cdk-lib";
import { CfnApplication, CfnDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnAlias } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { type Watch, WatchAlarm } from "./alarms.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";
import { VersionCheck } from "./versionCheck.ts";
import { watchVersion } from "./versionWatches.ts";

interface GradualDeploymentProps {
  settings: Settings;
  /** The functions whose versions are checked, and the folder of the hook that checks them. */
  functions: readonly ServiceFunction[];
  check: "versions/checkApi" | "versions/checkWorkers";
  /** Variables of the hook. */
  environment?: Record<string, string>;
  /** Watches of the functions and of the API. */
  watches: Watch[];
}

/** The watches of the whole API, and of one function, that stop a deployment. */
const OF_ALL = ["ServerErrors", "Latency"];
const OF_ONE = ["Errors", "Discarded"];

/**
 * Shifts the calls of functions to a new version step by step, after a hook has checked the version. An
 * alarm shifts them back: the deployment then fails, and CloudFormation restores the rest.
 */
export class GradualDeployment extends Construct {
  /** The alarms that stop a deployment, by the ids of their watches. They are made before the first shift. */
  readonly alarms = new Map<string, WatchAlarm>();
  readonly check: VersionCheck;
  constructor(
    scope: Construct,
    id: string,
    { settings, functions, watches, check: folder, environment }: GradualDeploymentProps,
  ) {
    super(scope, id);
    const application = new CfnApplication(this, "Application", { computePlatform: "Lambda" });
    this.check = new VersionCheck(this, {
      settings,
      folder,
      application,
      functions,
      ...(environment && { environment }),
    });
    const role = this.makeRole(functions);
    // CodeDeploy deploys nothing while an alarm is on, and a stopped stage sets off alarms.
    const isAtOnce = settings.isUrgent || settings.isStopped;
    for (const handler of functions) {
      const own = OF_ONE.map((kind) => `${handler.folderName}${kind}`);
      const watched = watches.filter(({ id }) => [...OF_ALL, ...own].includes(id));
      const alarms = [
        ...watched.map((watch) => this.alarm(watch)),
        ...watchVersion(handler, settings).map((watch) => new WatchAlarm(this, watch)),
      ];
      // One group per function: CodeDeploy runs one deployment of a group at a time.
      const group = new CfnDeploymentGroup(this, handler.folderName, {
        applicationName: application.ref,
        serviceRoleArn: role.roleArn,
        deploymentConfigName: `CodeDeployDefault.Lambda${isAtOnce ? "AllAtOnce" : settings.shift}`,
        deploymentStyle: {
          deploymentType: "BLUE_GREEN",
          deploymentOption: "WITH_TRAFFIC_CONTROL",
        },
        alarmConfiguration: {
          enabled: !isAtOnce,
          alarms: alarms.map(({ alarmName: name }) => ({ name })),
        },
        autoRollbackConfiguration: {
          enabled: true,
          events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM", "DEPLOYMENT_STOP_ON_REQUEST"],
        },
      });
      group.node.addDependency(role, this.check);
      const alias = handler.live.node.defaultChild;
      if (!(alias instanceof CfnAlias)) throw new Error(`${handler.folderName} has no alias`);
      alias.cfnOptions.updatePolicy = {
        codeDeployLambdaAliasUpdate: {
          applicationName: application.ref,
          deploymentGroupName: group.ref,
          // An urgent fix must get through although the live version is broken.
          ...(!isAtOnce && { beforeAllowTrafficHook: this.check.functionName }),
        },
      };
    }
  }

  private alarm(watch: Watch): WatchAlarm {
    const alarm = this.alarms.get(watch.id) ?? new WatchAlarm(this, watch);
    this.alarms.set(watch.id, alarm);
    return alarm;
  }

  /** CodeDeploy's managed policy would allow changing every alias of the account. */
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
        resources: functions.flatMap(({ functionArn, live }) => [
          functionArn,
          `${functionArn}:${live.aliasName}`,
        ]),
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: [this.check.functionArn],
      }),
    );
    // The action takes no resource when it lists alarms of every kind.
    role.addToPolicy(
      new PolicyStatement({ actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] }),
    );
    return role;
  }
}
