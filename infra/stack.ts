import { CfnOutput, Stack, Tags } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { acknowledgeFindings } from "./acknowledgedFindings.ts";
import { Alarms, watchFunction } from "./alarms.ts";
import { Api } from "./api.ts";
import { Cleanup } from "./cleanup.ts";
import { ServiceDashboard } from "./dashboard.ts";
import { Deliveries } from "./deliveries.ts";
import { GradualDeployment } from "./gradualDeployment.ts";
import { Mail } from "./mail.ts";
import { Monitoring } from "./monitoring.ts";
import { networkOf } from "./network.ts";
import { OperatorsFunction } from "./operatorsFunction.ts";
import { type Settings, tagsOf } from "./settings.ts";
import { SigningKey } from "./signingKey.ts";
import { stopAll } from "./stopped.ts";
import { tableOf, watchTable } from "./table.ts";
import { allowSending } from "./worker.ts";

/** The whole service, on AWS and on a developer's machine. */
export class ResellerMonitoring extends Stack {
  constructor(scope: Construct, given: Settings) {
    super(scope, `ResellerMonitoring-${given.stage}`, {
      description: "The reseller website monitoring API",
      terminationProtection: given.isProtected,
    });
    const table = tableOf(this, given);
    const signingKey = new SigningKey(this, "SigningKey", given);
    const network = networkOf(this, given);
    const api = new Api(this, "Api", { settings: given, table, signingKey, network });
    // Requests to foreign websites always name a contact.
    const settings = { ...given, contactUrl: given.contactUrl ?? api.url };
    const cleanup = new Cleanup(this, "Cleanup", { settings, table });
    const admin = new OperatorsFunction(this, "Admin", { settings, table });
    const deliveries = new Deliveries(this, "Deliveries", { settings, table, signingKey, network });
    const mail = new Mail(this, "Mail", { settings, table });
    const { deliverer, retrier } = deliveries;
    const { mailer } = mail;
    const monitoring = new Monitoring(this, "Monitoring", {
      settings,
      table,
      network,
      retrier,
      queues: {
        CLEANUP_QUEUE_URL: cleanup,
        DELIVERIES_QUEUE_URL: deliverer,
        LANES_QUEUE_URL: retrier,
        MAIL_QUEUE_URL: mailer,
      },
    });
    allowSending(admin, {
      MAIL_QUEUE_URL: mailer,
      CLEANUP_QUEUE_URL: cleanup,
      COMPETITOR_QUEUE_URL: monitoring.competitorReader,
    });
    admin.allowDeadLetters(this);
    admin.allowLostRecords(monitoring.changes);
    const alarms = new Alarms(this, "Alarms", {
      settings,
      areas: {
        Api: { loss: "Resellers' requests fail or are slow.", watches: api.watches },
        Monitoring: {
          loss: "Websites are checked late or not at all, and resellers see old results.",
          watches: monitoring.watches,
        },
        Webhooks: {
          loss: "Webhooks come late or not at all.",
          watches: deliveries.watches,
        },
        Mail: { loss: "Users get their mail late or not at all.", watches: mail.watches },
        Operation: {
          loss: "Operators' commands fail, or deleted data stay stored.",
          watches: [...cleanup.watches, ...watchFunction(admin), ...watchTable(table)],
        },
      },
    });
    new GradualDeployment(this, "GradualDeployment", {
      settings,
      functions: api.functions,
      alarms,
    });
    new ServiceDashboard(this, "Dashboard", { settings, api, table });

    if (settings.isStopped) stopAll(this);

    new CfnOutput(this, "ApiUrl", { value: api.url });
    new CfnOutput(this, "TableName", { value: table.tableName });
    new CfnOutput(this, "AdminFunctionName", { value: admin.functionName });

    for (const [name, value] of Object.entries(tagsOf(settings))) Tags.of(this).add(name, value);
    acknowledgeFindings(this);
  }
}
