import { RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { type HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

/** One line for each request. No headers: one of them is the API key. */
const ACCESS_LOG = {
  requestId: "$context.requestId",
  time: "$context.requestTime",
  sourceIp: "$context.identity.sourceIp",
  routeKey: "$context.routeKey",
  status: "$context.status",
  latencyMs: "$context.responseLatency",
  integrationLatencyMs: "$context.integrationLatency",
  integrationStatus: "$context.integrationStatus",
  integrationError: "$context.integrationErrorMessage",
  error: "$context.error.message",
};

/** The `$default` stage, which adds nothing to the paths: throttled, logged, deployed at once. */
export class ApiStage extends HttpStage {
  constructor(
    scope: Construct,
    id: string,
    { httpApi, settings }: { httpApi: HttpApi; settings: Settings },
  ) {
    const logGroup = new LogGroup(scope, "AccessLogs", {
      // With this prefix API Gateway needs no line of its own in the account's log policy, which
      // has room for few.
      logGroupName: `/aws/vendedlogs/reseller-monitoring-${settings.stage}-api`,
      retention: settings.logRetention,
      removalPolicy: settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const { requestsPerSecond, burst } = settings.throttling;
    super(scope, id, {
      httpApi,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: requestsPerSecond, burstLimit: burst },
      detailedMetricsEnabled: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
  }
}
