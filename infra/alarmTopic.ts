import { Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** The topic of all alarms; subscribe anything that should receive them. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { alarmEmail }: Settings) {
    super(scope, id, { enforceSSL: true });
    // A custom policy replaces the default one, which lets CloudWatch publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    if (alarmEmail) this.addSubscription(new EmailSubscription(alarmEmail));
  }
}
