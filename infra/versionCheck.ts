import { type CfnElement, Duration, Stack, Validations } from "aws-cdk-lib";
import type { CfnApplication } from "aws-cdk-lib/aws-codedeploy";
import type { Construct } from "constructs";
import { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

interface VersionCheckProps {
  settings: Settings;
  folder: "versions/checkApi" | "versions/checkWorkers";
  application: CfnApplication;
  functions: readonly ServiceFunction[];
  environment?: Record<string, string>;
}

/** The hook that CodeDeploy calls before a new version gets traffic: it calls that version as its users would. */
export class VersionCheck extends ServiceFunction {
  constructor(scope: Construct, { functions, application, ...props }: VersionCheckProps) {
    super(scope, "Check", {
      ...props,
      description: "Calls new versions before they get traffic",
      loss: "Nothing new can be deployed",
      memoryMb: props.settings.workerMemoryMb,
      timeout: Duration.minutes(5),
      environment: {
        ...props.environment,
        FUNCTION_NAMES: Stack.of(scope).toJsonString(
          Object.fromEntries(
            functions.map(({ folderName, functionName }) => [folderName, functionName]),
          ),
        ),
        SLOW_MS: String(props.settings.latencyAlarmMs),
      },
    });
    // With any qualifier: a permission for a version that was just made takes seconds to hold.
    const versions = functions.map(({ functionArn }) => `${functionArn}:*`);
    this.allow(["lambda:InvokeFunction"], versions);
    const { partition, region, account } = Stack.of(this);
    this.allow(
      ["codedeploy:GetDeployment", "codedeploy:PutLifecycleEventHookExecutionStatus"],
      `arn:${partition}:codedeploy:${region}:${account}:deploymentgroup:${application.ref}/*`,
    );
    // cdk-nag names a finding by its resource.
    const name = (resource: CfnElement | undefined) => Stack.of(this).resolve(resource?.logicalId);
    const ids = [
      ...functions.map(({ node }) => `<${name(node.defaultChild as CfnElement)}.Arn>:*`),
      `arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:<${name(application)}>/*`,
    ];
    const reason =
      "It calls every version of its functions, in every deployment of its application.";
    Validations.of(scope).acknowledge(
      ...ids.map((id) => ({ id: `AwsSolutions-IAM5[Resource::${id}]`, reason })),
    );
  }
}
