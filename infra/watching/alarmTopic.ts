import { Stack } from "aws-cdk-lib";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription, UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";

/**
 * A topic of alarms with its recipients. Not encrypted: messages name alarms and functions and no customer, and
 * CloudWatch can't use the account's own key of SNS, so it would take a KMS key for 12 USD a year.
 */
export class AlarmTopic extends Topic {
  readonly action = new SnsAction(this);

  constructor(scope: Construct, id: string, recipients: readonly string[] = []) {
    super(scope, id, { enforceSSL: true });
    // A custom policy replaces the default one, which lets CloudWatch publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: ["cloudwatch", "budgets"].map(
          (service) => new ServicePrincipal(`${service}.amazonaws.com`),
        ),
        actions: ["sns:Publish"],
        resources: [this.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    for (const recipient of recipients) {
      const isUrl = recipient.startsWith("https:");
      this.addSubscription(
        isUrl ? new UrlSubscription(recipient) : new EmailSubscription(recipient),
      );
    }
  }
}
