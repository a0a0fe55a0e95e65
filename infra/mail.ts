import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import { PERIOD, type Watch } from "./alarms.ts";
import type { Settings } from "./settings.ts";
import { Worker } from "./worker.ts";

interface MailProps {
  settings: Settings;
  table: ITableV2;
  /** The base URL of unsubscribe links. */
  apiUrl: string;
}

/**
 * Mail to users and resellers: one worker sends it through SES, another records bounces and complaints.
 * Without a sender address both workers exist, but nothing is sent.
 */
export class Mail extends Construct {
  readonly mailer: Worker;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.mailer = new Mailer(this, "Mailer", props);
    const feedback = new MailFeedback(this, "Feedback", props);
    this.watches = [...this.mailer.watches, ...feedback.watches];
    const { mailFrom } = props.settings;
    if (!mailFrom) return;
    this.sendFrom(mailFrom, feedback);
    this.watches.push(...watchReputation());
  }

  private sendFrom(mailFrom: string, feedback: Worker) {
    const [, domain = ""] = mailFrom.split("@");
    const identity = new EmailIdentity(this, "Identity", { identity: Identity.domain(domain) });
    const configurationSet = new ConfigurationSet(this, "ConfigurationSet", {
      reputationMetrics: true,
      // SES refuses what would go to such an address, also if the record of its bounce is late.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    const topic = new Topic(this, "Events", { enforceSSL: true });
    configurationSet.addEventDestination("BouncesAndComplaints", {
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    topic.addSubscription(new SqsSubscription(feedback.queue, { rawMessageDelivery: true }));

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
      folder: "mail/mailer",
      description: "Sends mails to users and resellers",
      loss: "Onboarded users get no mail",
      access: {
        table: {
          "reseller#": [
            "GetItem",
            "BatchGetItem",
            "Query",
            "PutItem",
            "UpdateItem",
            "BatchWriteItem",
          ],
          "mailAddress#": ["GetItem"],
          // The rounds of a website have its last figures.
          "bucket#": ["Query"],
          "buckets#": ["Query"],
        },
      },
      size: settings.mailer,
      timeout: Duration.minutes(1),
      batchSize: 5,
    });
    this.function.addEnvironment("API_URL", apiUrl);
  }
}

class MailFeedback extends Worker {
  constructor(scope: Construct, id: string, { settings, table }: MailProps) {
    super(scope, id, {
      settings,
      table,
      folder: "mail/mailFeedback",
      description: "Records bounces and complaints, which end mail to an address",
      loss: "Mail is still sent to addresses that bounced or complained",
      access: { table: { "reseller#": ["UpdateItem"], "mailAddress#": ["PutItem"] } },
      size: settings.mailFeedback,
      timeout: Duration.seconds(30),
      batchSize: 10,
    });
  }
}
