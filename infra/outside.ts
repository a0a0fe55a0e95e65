import { type App, CfnOutput, Duration, RemovalPolicy, Stack, Tags } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { AttributeType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { FunctionUrlAuthType } from "aws-cdk-lib/aws-lambda";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { acknowledgeFindings } from "./acknowledgedFindings.ts";
import { type Watch, WatchAlarm } from "./alarms.ts";
import { AlarmTopic } from "./alarmTopic.ts";
import { callEveryMinute } from "./everyMinute.ts";
import { ServiceFunction } from "./serviceFunction.ts";
import { type Settings, tagsOf } from "./settings.ts";

/** CloudWatch evaluates an alarm once a period. */
const PERIOD = Duration.minutes(1);
/** The control websites are probed, and webhooks come, a few times a minute. */
const SITE_AT_ONCE = 10;

/**
 * Asks the API each minute from another region what a reseller asks, with a test key, and serves the
 * control websites and the webhook's endpoint for that. It shares nothing with the service's stacks, so
 * that its alarms work when those stacks do not.
 */
class Outside extends Stack {
  constructor(scope: App, settings: Settings, region: string) {
    super(scope, `ResellerMonitoring-${settings.stage}-outside`, {
      env: { region },
      description: "Asks the reseller website monitoring API from outside, as a reseller does",
    });
    const removalPolicy = RemovalPolicy.DESTROY;
    const key = new Secret(this, "SandboxKey", {
      description: "A test key of the API, which an operator stores here",
      removalPolicy,
    });
    const arrivals = new TableV2(this, "Arrivals", {
      partitionKey: { name: "what", type: AttributeType.STRING },
      removalPolicy,
    });
    const environment = {
      API_URL: settings.apiUrl ?? `https://${settings.domainName}`,
      SANDBOX_KEY_SECRET_ARN: key.secretArn,
      ARRIVALS_TABLE_NAME: arrivals.tableName,
    };
    const size = { settings, memoryMb: 256 };
    const site = new ServiceFunction(this, "Site", {
      ...size,
      folder: "outside/site",
      description: "Serves the control websites and takes the webhooks",
      loss: "The control websites are down",
      timeout: Duration.seconds(10),
      // Anybody may call its URL.
      ...(settings.concurrency && { reservedConcurrentExecutions: SITE_AT_ONCE }),
      environment,
    });
    const { url } = site.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    const caller = new ServiceFunction(this, "Ask", {
      ...size,
      folder: "outside/caller",
      description: "Asks the API each minute what a reseller asks",
      loss: "Nobody asks the API from outside",
      timeout: Duration.seconds(50),
      environment: { ...environment, SITE_URL: url },
    });
    site.allow(["dynamodb:PutItem"], arrivals.tableArn);
    caller.allow(["dynamodb:GetItem"], arrivals.tableArn);
    for (const each of [site, caller]) each.allow(["secretsmanager:GetSecretValue"], key.secretArn);
    callEveryMinute(caller, "Calls the function that asks the API from outside");

    const { action } = new AlarmTopic(this, "AlarmTopic", settings);
    for (const watch of watchesOf(caller, region)) {
      const alarm = new WatchAlarm(this, watch);
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    new CfnOutput(this, "SandboxKeySecret", { value: key.secretArn });
    for (const [name, value] of Object.entries(tagsOf(settings))) Tags.of(this).add(name, value);
    acknowledgeFindings(this, settings.stage);
  }
}

/** The caller's metrics are 1 for a failure and 0 for none, once a minute. */
function watchesOf({ functionName, metricNamespace: namespace }: ServiceFunction, region: string) {
  const metric = (metricName: string, statistic: string) =>
    new Metric({
      ...{ namespace, metricName, statistic, period: PERIOD },
      dimensionsMap: { FunctionName: functionName },
    });
  const watch = (id: string, more: Pick<Watch, "loss" | "periods">): Watch => ({
    ...{ id: `outside${id}Failed`, metric: metric(`${id}Failed`, Stats.MAXIMUM) },
    ...{ ...more, loss: `${more.loss}, seen from ${region}. Steps: infra/RUNBOOK.md.` },
  });
  return [
    watch("Requests", { loss: "Resellers' requests fail", periods: 2 }),
    watch("Webhooks", { loss: "Webhooks do not arrive", periods: 2 }),
    watch("Websites", { loss: "Websites are not checked, or shown in a wrong state" }),
    {
      id: "outsideStopped",
      loss: `Nobody asks from ${region} any more whether the service works. Steps: infra/RUNBOOK.md.`,
      metric: metric("RequestsFailed", Stats.SAMPLE_COUNT),
      below: 1,
      periods: 3,
    },
  ];
}

/** The stack that asks a stage from outside, if the settings name its region. */
export function addOutside(app: App, settings: Settings): Stack | undefined {
  const { outsideRegion } = settings;
  return outsideRegion ? new Outside(app, settings, outsideRegion) : undefined;
}
