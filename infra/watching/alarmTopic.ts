import { Stack } from "aws-cdk-lib";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Schedule, ScheduleExpression, ScheduleTargetInput } from "aws-cdk-lib/aws-scheduler";
import { SnsPublish } from "aws-cdk-lib/aws-scheduler-targets";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription, UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";

const HEARTBEAT =
  "Heartbeat of the alarms: this message comes every Monday. If it does not, no alarm would reach you either.";
const HEARTBEAT_TIME = { weekDay: "MON", hour: "8", minute: "0" };

/**
 * A topic of alarms with its recipients. A message each week shows that they get them. Not encrypted with a key:
 * messages name alarms and functions and no customer, and CloudWatch can't use the account's own key of SNS, so
 * it would take a KMS key for 12 USD a year.
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
        conditions: this.ofThisAccount(),
      }),
    );
    for (const recipient of recipients) {
      const isUrl = recipient.startsWith("https:");
      this.addSubscription(
        isUrl ? new UrlSubscription(recipient) : new EmailSubscription(recipient),
      );
    }
    if (recipients.length > 0) this.sendHeartbeat();
  }

  private sendHeartbeat() {
    const conditions = this.ofThisAccount();
    const role = new Role(this, "HeartbeatRole", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions }),
    });
    role.addToPolicy(new PolicyStatement({ actions: ["sns:Publish"], resources: [this.topicArn] }));
    const schedule = new Schedule(this, "Heartbeat", {
      description: "Shows each week that alarms reach the operators",
      schedule: ScheduleExpression.cron(HEARTBEAT_TIME),
      target: new SnsPublish(this, {
        role: role.withoutPolicyUpdates(),
        input: ScheduleTargetInput.fromText(HEARTBEAT),
      }),
    });
    schedule.node.addDependency(role);
  }

  private ofThisAccount() {
    return { StringEquals: { "aws:SourceAccount": Stack.of(this).account } };
  }
}
