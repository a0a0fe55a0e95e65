import { CfnOutput, Stack, Tags } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { acknowledgeFindings } from "./acknowledgedFindings.ts";
import { AdminFunction } from "./adminFunction.ts";
import { Alarms, watchFunction } from "./alarms.ts";
import { Api } from "./api.ts";
import { Cleanup } from "./cleanup.ts";
import { Deliveries } from "./deliveries.ts";
import { Mail } from "./mail.ts";
import { Monitoring } from "./monitoring.ts";
import type { Settings } from "./settings.ts";
import { SigningKey } from "./signingKey.ts";
import { ServiceTable } from "./table.ts";
import { allowSending } from "./worker.ts";

/** Everything that exists, in AWS and on a developer's machine. */
export class ResellerMonitoring extends Stack {
  constructor(scope: Construct, given: Settings) {
    super(scope, `ResellerMonitoring-${given.stage}`, {
      description: "The reseller website monitoring API",
      terminationProtection: given.keepData,
    });
    const table = new ServiceTable(this, "Table", given);
    const signingKey = new SigningKey(this, "SigningKey", given);
    const api = new Api(this, "Api", { settings: given, table, signingKey });
    // Whoever visits other people's websites always says who to turn to.
    const settings = { ...given, contactUrl: given.contactUrl ?? api.http.apiEndpoint };
    const cleanup = new Cleanup(this, "Cleanup", { settings, table });
    const admin = new AdminFunction(this, "Admin", { settings, table });
    const deliveries = new Deliveries(this, "Deliveries", { settings, table, signingKey });
    const mail = new Mail(this, "Mail", { settings, table });
    const { deliverer, retrier } = deliveries;
    const { mailer } = mail;
    const monitoring = new Monitoring(this, "Monitoring", {
      settings,
      table,
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
    const watches = [api, cleanup, deliveries, mail, monitoring].flatMap(({ watches }) => watches);
    new Alarms(this, "Alarms", { settings, watches: [...watches, ...watchFunction(admin)] });

    new CfnOutput(this, "ApiUrl", { value: api.http.apiEndpoint });
    new CfnOutput(this, "TableName", { value: table.tableName });
    new CfnOutput(this, "AdminFunctionName", { value: admin.functionName });

    Tags.of(this).add("service", "reseller-monitoring");
    Tags.of(this).add("stage", settings.stage);
    acknowledgeFindings(this);
  }
}
