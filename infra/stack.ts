import {
  type App,
  CfnOutput,
  CrossStackReferences,
  ReferenceStrength,
  Stack,
  Tags,
} from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { CfnEventSourceMapping, CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { acknowledgeFindings } from "./acknowledgedFindings.ts";
import { Api } from "./api/api.ts";
import { EndpointFunction } from "./api/apiFunction.ts";
import { SigningKey } from "./data/signingKey.ts";
import { tableOf, watchTable } from "./data/table.ts";
import { GradualDeployment } from "./function/gradualDeployment.ts";
import type { ServiceFunction } from "./function/serviceFunction.ts";
import { type Settings, tagsOf } from "./settings.ts";
import { Alarms, type Watch, type WatchedQueue } from "./watching/alarms.ts";
import { ServiceDashboard } from "./watching/dashboard.ts";
import { Changes } from "./workers/changes.ts";
import { Cleanup } from "./workers/cleanup.ts";
import { Deliveries } from "./workers/deliveries.ts";
import { Mail } from "./workers/mail.ts";
import { Monitoring } from "./workers/monitoring.ts";
import { OperatorsFunction } from "./workers/operatorsFunction.ts";
import { allowSending, requireTls, Worker } from "./workers/worker.ts";

/**
 * The whole service, on AWS and on a developer's machine: its stacks in the order of their deployment.
 * Each refers to earlier ones only.
 */
export function addService(app: App, settings: Settings): Stack[] {
  const data = new Data(app, settings);
  const api = new ApiStack(app, settings, data);
  // Requests to foreign websites always name a contact.
  const contactUrl = settings.contactUrl ?? api.api.url;
  const workers = new Workers(app, { ...settings, contactUrl }, { data, apiUrl: api.api.url });
  const watching = new Watching(app, settings, { data, api, workers });
  // The order is the same with any settings.
  workers.addStackDependency(api);
  watching.addStackDependency(workers);
  return [data, api, workers, watching];
}

/** A stack of the service. Outputs that it reads may go first: references are weak, so removals never block. */
abstract class ServiceStack extends Stack {
  constructor(app: App, name: string, settings: Settings) {
    super(app, `ResellerMonitoring-${settings.stage}-${name}`, {
      description: `The reseller website monitoring API: ${name}`,
      terminationProtection: settings.isProtected,
      ...(settings.region && { env: { region: settings.region } }),
    });
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    for (const [tag, value] of Object.entries(tagsOf(settings))) Tags.of(this).add(tag, value);
    // CloudFormation changes a DeletionPolicy only together with a property of the resource.
    Tags.of(this).add("data", settings.keepData ? "kept" : "deleted");
    acknowledgeFindings(this);
  }
}

/** What keeps data. */
class Data extends ServiceStack {
  readonly table: ITableV2;
  readonly streamArn: string;
  readonly signingKey: ISecret;

  constructor(app: App, settings: Settings) {
    super(app, "data", settings);
    const { table, streamArn } = tableOf(this, settings);
    this.table = table;
    this.streamArn = streamArn;
    this.signingKey = new SigningKey(this, "SigningKey", settings);
    new CfnOutput(this, "TableName", { value: table.tableName });
  }
}

/** What answers requests: all routes, so that one may move from function to function. */
class ApiStack extends ServiceStack {
  readonly api: Api;

  constructor(app: App, settings: Settings, { table, signingKey }: Data) {
    super(app, "api", settings);
    this.api = new Api(this, "Api", { settings, table, signingKey });
    if (settings.hasCanary) {
      const { functions } = this.api;
      new GradualDeployment(this, "GradualDeployment", { settings, functions });
    }
    if (settings.isStopped) stopAll(this);
    new CfnOutput(this, "ApiUrl", { value: this.api.url });
  }
}

/** What works without a request: checks, webhooks, mail, clean-up, operators' commands. */
class Workers extends ServiceStack {
  readonly watches: Watch[];
  /** The functions that check websites. */
  readonly checking: readonly ServiceFunction[];
  /** The queues of all workers. */
  readonly queues: WatchedQueue[];

  constructor(app: App, settings: Settings, { data, apiUrl }: { data: Data; apiUrl: string }) {
    const { table, streamArn, signingKey } = data;
    super(app, "workers", settings);
    const cleanup = new Cleanup(this, "Cleanup", { settings, table });
    const admin = new OperatorsFunction(this, "Admin", { settings, table });
    // In whose name `api` answers with addresses of further pages.
    admin.addEnvironment("API_URL", apiUrl);
    // `website explain` probes, as the workers do.
    admin.addEnvironment("CONTACT_URL", settings.contactUrl ?? apiUrl);
    const deliveries = new Deliveries(this, "Deliveries", { settings, table, signingKey, apiUrl });
    const mail = new Mail(this, "Mail", { settings, table, apiUrl });
    const { deliverer, retrier } = deliveries;
    const { mailer } = mail;
    const monitoring = new Monitoring(this, "Monitoring", {
      settings,
      table,
      streamArn,
      retrier,
      mailer,
      cleanup,
      queues: {
        CLEANUP_QUEUE_URL: cleanup,
        DELIVERIES_QUEUE_URL: deliverer,
        RETRIES_QUEUE_URL: retrier,
        MAIL_QUEUE_URL: mailer,
      },
    });
    allowSending(admin, {
      CLEANUP_QUEUE_URL: cleanup,
      COMPETITOR_QUEUE_URL: monitoring.competitorReader,
      MAIL_QUEUE_URL: mailer,
    });
    this.watches = [...monitoring.watches, ...mail.watches];
    this.checking = monitoring.checking;
    this.queues = this.node
      .findAll()
      .flatMap((each) => (each instanceof Worker || each instanceof Changes ? each.watched : []));
    admin.allowDeadLetters(this.queues);
    admin.allowLostRecords(monitoring.changes);
    if (settings.hasCanary) {
      const functions = monitoring.deciding;
      new GradualDeployment(this, "WorkerDeployment", { settings, functions });
    }
    requireTls(this);
    if (settings.isStopped) stopAll(this);
    new CfnOutput(this, "AdminFunctionName", { value: admin.functionName });
  }
}

/** What watches the others: alarms and the dashboard. */
class Watching extends ServiceStack {
  constructor(
    app: App,
    settings: Settings,
    { data, api, workers }: { data: Data; api: ApiStack; workers: Workers },
  ) {
    super(app, "watching", settings);
    const { watches } = api.api;
    new Alarms(this, "Alarms", {
      settings,
      watches: [...watches, ...workers.watches, watchTable(data.table)],
      queues: workers.queues,
    });
    new ServiceDashboard(this, "Dashboard", {
      api: api.api,
      table: data.table,
      checking: workers.checking,
      queues: workers.queues,
    });
  }
}

/**
 * Stops all writes of a stack except those of operators: requests are refused; queues, the stream and
 * the schedule wait. Blocking the functions instead would send messages to the dead-letter queues.
 */
function stopAll(stack: Stack) {
  for (const each of stack.node.findAll()) {
    if (each instanceof CfnEventSourceMapping) each.enabled = false;
    if (each instanceof CfnSchedule) each.state = "DISABLED";
    if (each instanceof CfnFunction && each.node.scope instanceof EndpointFunction) {
      each.reservedConcurrentExecutions = 0;
    }
  }
}
