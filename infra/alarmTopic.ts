import { Stack } from "aws-cdk-lib";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription, UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

const HEARTBEAT =
  "Heartbeat of the alarms: this message comes every Monday. If it does not, no alarm would reach you either.";

/**
 * The topic of a stack's alarms, with the operators' subscriptions of two kinds. A message each week shows
 * that they work.
 */
export class AlarmTopic extends Topic {
  readonly action = new SnsAction(this);

  constructor(
    scope: Construct,
    id: string,
    { alarmEmail, alarmWebhook }: Pick<Settings, "alarmEmail" | "alarmWebhook">,
  ) {
    super(scope, id, { enforceSSL: true });
    // A custom policy replaces the default one, which lets CloudWatch publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topicArn],
        conditions: this.ofThisAccount(),
      }),
    );
    if (alarmEmail) this.addSubscription(new EmailSubscription(alarmEmail));
    if (alarmWebhook) this.addSubscription(new UrlSubscription(alarmWebhook));
    this.sendHeartbeat();
  }

  private sendHeartbeat() {
    const conditions = this.ofThisAccount();
    const role = new Role(this, "HeartbeatRole", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions }),
    });
    role.addToPolicy(new PolicyStatement({ actions: ["sns:Publish"], resources: [this.topicArn] }));
    const schedule = new CfnSchedule(this, "Heartbeat", {
      description: "Shows each week that alarms reach the operators",
      scheduleExpression: "cron(0 8 ? * MON *)",
      flexibleTimeWindow: { mode: "OFF" },
      target: { arn: this.topicArn, roleArn: role.roleArn, input: HEARTBEAT },
    });
    schedule.node.addDependency(role);
  }

  private ofThisAccount() {
    return { StringEquals: { "aws:SourceAccount": Stack.of(this).account } };
  }
}
