import { Stack } from "aws-cdk-lib";
import { CfnApplication, CfnDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnAlias } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { type Watch, WatchAlarm } from "./alarms.ts";
import type { EndpointFunction } from "./endpointGroup.ts";
import type { Settings } from "./settings.ts";

interface GradualDeploymentProps {
  settings: Settings;
  functions: EndpointFunction[];
  /** Watches of the functions and of the API. */
  watches: Watch[];
}

/**
 * Shifts the API's requests to a new version step by step. An alarm shifts them back: the deployment
 * then fails, and CloudFormation restores the rest.
 */
export class GradualDeployment extends Construct {
  /** The alarms that stop a deployment, by the ids of their watches. They are made before the first shift. */
  readonly alarms = new Map<string, WatchAlarm>();
  readonly #watches: Watch[];

  constructor(
    scope: Construct,
    id: string,
    { settings, functions, watches }: GradualDeploymentProps,
  ) {
    super(scope, id);
    this.#watches = watches;
    const application = new CfnApplication(this, "Application", { computePlatform: "Lambda" });
    const role = this.makeRole(functions);
    // CodeDeploy deploys nothing while an alarm is on, and a stopped stage sets off alarms.
    const isAtOnce = settings.isUrgent || settings.isStopped;
    for (const handler of functions) {
      const watched = ["ServerErrors", "Latency", `${handler.folderName}Errors`];
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
          alarms: watched.map((each) => ({ name: this.alarm(each).alarmName })),
        },
        autoRollbackConfiguration: {
          enabled: true,
          events: ["DEPLOYMENT_FAILURE", "DEPLOYMENT_STOP_ON_ALARM", "DEPLOYMENT_STOP_ON_REQUEST"],
        },
      });
      group.node.addDependency(role);
      const alias = handler.live.node.defaultChild;
      if (!(alias instanceof CfnAlias)) throw new Error(`${handler.folderName} has no alias`);
      alias.cfnOptions.updatePolicy = {
        codeDeployLambdaAliasUpdate: {
          applicationName: application.ref,
          deploymentGroupName: group.ref,
        },
      };
    }
  }

  private alarm(id: string): WatchAlarm {
    const made = this.alarms.get(id);
    if (made) return made;
    const watch = this.#watches.find((each) => each.id === id);
    if (!watch) throw new Error(`Nothing watches ${id}`);
    const alarm = new WatchAlarm(this, watch);
    this.alarms.set(id, alarm);
    return alarm;
  }

  /** CodeDeploy's managed policy would allow changing every alias of the account. */
  private makeRole(functions: EndpointFunction[]): Role {
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
    // The action takes no resource when it lists alarms of every kind.
    role.addToPolicy(
      new PolicyStatement({ actions: ["cloudwatch:DescribeAlarms"], resources: ["*"] }),
    );
    return role;
  }
}
