import { RemovalPolicy } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  HttpApi,
  HttpMethod,
  HttpStage,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { groupNames, referenceRoutes } from "../shared/routes.ts";
import { PERIOD, type Watch, watchFunction } from "./alarms.ts";
import { EndpointFunction, EndpointGroup } from "./endpointGroup.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

interface ApiProps {
  settings: Settings;
  table: ITableV2;
  signingKey: ISecret;
}

/** The HTTP API: a function for each endpoint group with its routes, and one for all the rest. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings } = props;
    const unknownRoute = new EndpointFunction(this, "unknownRoute", {
      settings,
      description: "Answers what no route of the API takes",
      loss: "Resellers get a 500 instead of a 404 or 405",
    });
    this.http = new HttpApi(this, "Http", {
      description: "The reseller API",
      createDefaultStage: false,
      defaultIntegration: integrate(unknownRoute),
    });
    new ApiStage(this, "Stage", { httpApi: this.http, settings });
    const groups = groupNames.map((name) => new EndpointGroup(this, name, props));
    for (const group of groups) this.addRoutes(group, group.routes);
    const reference = new EndpointFunction(this, "reference", {
      settings,
      description: "Answers the description of the API and the pages about it",
      loss: "Nobody can read the description of the API and the guides",
    });
    this.addRoutes(reference, referenceRoutes);
    this.watches = [
      ...this.watchApi(settings),
      ...[unknownRoute, reference, ...groups].flatMap(watchFunction),
    ];
  }

  private addRoutes(handler: EndpointFunction, routes: readonly string[]) {
    const integration = integrate(handler);
    for (const route of routes) {
      const [method, path = ""] = route.split(" ");
      const methods = [HttpMethod[method as keyof typeof HttpMethod]];
      this.http.addRoutes({ path, methods, integration });
    }
  }

  private watchApi({ latencyAlarmMs }: Settings): Watch[] {
    return [
      {
        id: "ServerErrors",
        loss: "Resellers get 5xx answers, and what they asked for is not done.",
        metric: this.http.metricServerError({ period: PERIOD, statistic: "sum" }),
        above: 0,
      },
      {
        id: "Latency",
        loss: `One request in a hundred makes a reseller wait longer than ${latencyAlarmMs} ms.`,
        metric: this.http.metricLatency({ period: PERIOD, statistic: "p99" }),
        above: latencyAlarmMs,
        periods: 3,
      },
    ];
  }
}

function integrate(handler: ServiceFunction) {
  return new HttpLambdaIntegration(handler.node.id, handler);
}

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
class ApiStage extends HttpStage {
  constructor(
    scope: Construct,
    id: string,
    { httpApi, settings }: { httpApi: HttpApi; settings: Settings },
  ) {
    const logGroup = new LogGroup(scope, "AccessLogs", {
      // With this prefix API Gateway needs no line of its own in the account's log policy, which
      // has room for few.
      logGroupName: `/aws/vendedlogs/reseller-monitoring-${settings.stage}-api`,
      retention: settings.logRetentionDays,
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
