import { type App, Duration, Stack, Tags } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { HealthCheck, HealthCheckType } from "aws-cdk-lib/aws-route53";
import { acknowledgeFindings } from "../acknowledgedFindings.ts";
import { HEALTH_REGION, type Settings, tagsOf } from "../settings.ts";
import { WatchAlarm } from "./alarms.ts";
import { AlarmTopic } from "./alarmTopic.ts";

/** Where the health checkers are: Route 53 requires three regions at least. */
const REGIONS = ["us-east-1", "eu-west-1", "ap-southeast-1"];

/**
 * Asks `GET /health` from several regions and pages when it fails. It shares nothing with the service's
 * stacks, so that it works when those do not.
 */
class Health extends Stack {
  constructor(scope: App, settings: Settings, fqdn: string) {
    super(scope, `ResellerMonitoring-${settings.stage}-health`, {
      env: { region: HEALTH_REGION },
      description: "Asks from several regions whether the reseller website monitoring API works",
    });
    const { healthCheckId } = new HealthCheck(this, "HealthCheck", {
      type: HealthCheckType.HTTPS,
      fqdn,
      resourcePath: "/health",
      port: 443,
      enableSNI: true,
      regions: REGIONS,
      // A minute and a half without a good answer.
      requestInterval: Duration.seconds(30),
      failureThreshold: 3,
    });
    const { action } = new AlarmTopic(this, "Page", settings.page);
    const alarm = new WatchAlarm(this, {
      id: "unhealthy",
      loss: "The API can't be reached, or can't read its table, or nothing calls the schedule.",
      metric: new Metric({
        namespace: "AWS/Route53",
        metricName: "HealthCheckStatus",
        dimensionsMap: { HealthCheckId: healthCheckId },
        statistic: Stats.MINIMUM,
        period: Duration.minutes(1),
      }),
      below: 1,
      // Missing for a moment while the check is new.
      periods: 2,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    for (const [name, value] of Object.entries(tagsOf(settings))) Tags.of(this).add(name, value);
    acknowledgeFindings(this);
  }
}

/** The stack that asks a stage from outside, if the settings have it and its address is known. */
export function addHealthCheck(app: App, settings: Settings): Stack | undefined {
  const { hasHealthCheck, apiUrl, domainName } = settings;
  const host = domainName ?? (apiUrl && new URL(apiUrl).hostname);
  return hasHealthCheck && host ? new Health(app, settings, host) : undefined;
}
