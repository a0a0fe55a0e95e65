import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { ConfigurationSet, EmailIdentity, Identity, SuppressionReasons } from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import { EVERY_READ, EVERY_WRITE } from "../data/table.ts";
import type { Settings } from "../settings.ts";
import { PERIOD, type Watch } from "../watching/alarms.ts";
import { Worker } from "./worker.ts";

interface MailProps {
  settings: Settings;
  table: ITableV2;
  /** The base URL of unsubscribe links. */
  apiUrl: string;
}

/**
 * Mail to users and resellers, which a worker sends through SES. SES sends none to an address that has bounced or
 * complained. Without a sender address the worker exists, but nothing is sent.
 */
export class Mail extends Construct {
  readonly mailer: Worker;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.mailer = new Mailer(this, "Mailer", props);
    this.watches = [...this.mailer.watches];
    const { mailFrom } = props.settings;
    if (!mailFrom) return;
    this.sendFrom(mailFrom);
    this.watches.push(...watchReputation());
  }

  private sendFrom(mailFrom: string) {
    const [, domain = ""] = mailFrom.split("@");
    const identity = new EmailIdentity(this, "Identity", { identity: Identity.domain(domain) });
    const configurationSet = new ConfigurationSet(this, "ConfigurationSet", {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });

    const { function: mailer } = this.mailer;
    mailer.addEnvironment("MAIL_FROM", mailFrom);
    mailer.addEnvironment("MAIL_CONFIGURATION_SET", configurationSet.configurationSetName);
    const fromHere = { StringEquals: { "ses:FromAddress": mailFrom } };
    const resource = `configuration-set/${configurationSet.configurationSetName}`;
    const setArn = Stack.of(this).formatArn({ service: "ses", resource });
    mailer.allow(["ses:SendEmail"], identity.emailIdentityArn, fromHere);
    mailer.allow(["ses:SendEmail"], setArn, fromHere);
    identity.dkimRecords.forEach(({ name, value }, index) => {
      new CfnOutput(this, `DkimRecord${index + 1}`, { value: `${name} CNAME ${value}` });
    });
  }
}

/** SES reviews an account at 5 % bounces or 0.1 % complaints, and may stop its mail. Its rates are shares of 1. */
function watchReputation(): Watch[] {
  const watch = (kind: string, above: number): Watch => ({
    id: `mail${kind}Rate`,
    loss: `SES may soon stop all mail: the account's ${kind.toLowerCase()} rate is half of what leads to a review.`,
    metric: new Metric({
      namespace: "AWS/SES",
      metricName: `Reputation.${kind}Rate`,
      statistic: Stats.MAXIMUM,
      period: PERIOD,
    }),
    above,
  });
  return [watch("Bounce", 0.025), watch("Complaint", 0.0005)];
}

class Mailer extends Worker {
  constructor(scope: Construct, id: string, { settings, table, apiUrl }: MailProps) {
    super(scope, id, {
      settings,
      table,
      folder: "workers/mailer",
      description: "Sends mails to users and resellers",
      loss: "Onboarded users get no mail, and nobody is told that a website is down",
      access: {
        table: {
          "reseller#": [...EVERY_READ, ...EVERY_WRITE, "BatchWriteItem", "ConditionCheckItem"],
          // The mails of a day.
          "usage#": ["UpdateItem"],
          // Its mails lead to pages of their own.
          "share#": [...EVERY_WRITE, "ConditionCheckItem"],
          // The rounds of a website have its last figures.
          "bucket#": ["Query"],
          "schedule#": ["Query"],
        },
      },
      size: settings.mailer,
      timeout: Duration.minutes(1),
      batchSize: 5,
    });
    this.function.addEnvironment("API_URL", apiUrl);
  }
}
