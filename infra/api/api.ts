import { Duration } from "aws-cdk-lib";
import { HttpApi, HttpMethod, type HttpRoute, IpAddressType } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { apiFunctionNames, gatewayRoutes, openRoutes } from "../../shared/http/routes.ts";
import { allowTableAccess } from "../data/table.ts";
import type { Settings } from "../settings.ts";
import { PERIOD, percentOf, type Watch } from "../watching/alarms.ts";
import { ApiFunction, EndpointFunction } from "./apiFunction.ts";
import { ApiStage } from "./apiStage.ts";

interface ApiProps {
  settings: Settings;
  table: ITableV2;
  signingKey: ISecret;
}

/** The HTTP API: the functions of the routes that need a key, and one for all others. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly accessLogs: LogGroup;
  /** The base URL for resellers. */
  readonly url: string;
  readonly functions: EndpointFunction[];
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings } = props;
    const open = this.makeOpenFunction(props);
    this.http = new HttpApi(this, "Http", {
      description: "The reseller API",
      ipAddressType: IpAddressType.DUAL_STACK,
      createDefaultStage: false,
      // With a domain of its own, the API has no second address.
      disableExecuteApiEndpoint: settings.domainName !== undefined,
      // Its permission is not shared: API Gateway calls `$default` as STAGE/$default, without a method.
      defaultIntegration: new HttpLambdaIntegration("unknown", open.live),
    });
    const stage = new ApiStage(this, "Stage", { httpApi: this.http, settings });
    this.accessLogs = stage.accessLogs;
    const domain = stage.addDomain(this.http, settings);
    this.url = domain ? `https://${domain}` : this.http.apiEndpoint;
    const functions = apiFunctionNames.map((name) => new ApiFunction(this, name, props));
    for (const each of functions) this.addRoutes(each, each.routes);
    const unknown = this.http.node.findChild("DefaultRoute") as HttpRoute;
    stage.throttle([unknown, ...this.addRoutes(open, openRoutes)], settings.openThrottling);
    this.functions = [open, ...functions];
    this.watches = this.watchApi(settings);
  }

  private makeOpenFunction({ settings, table }: ApiProps): EndpointFunction {
    const open = new EndpointFunction(this, "open", {
      settings,
      description:
        "Answers all that needs no key: documentation, health, shared pages, unsubscribe links",
      loss: "Customers can't see shared pages or unsubscribe, the guides can't be read, and health checks fail",
      // The others share the account's concurrency: a reserve would be a maximum that one reseller can fill.
      ...(settings.openConcurrency && {
        reservedConcurrentExecutions: settings.openConcurrency,
      }),
      environment: {
        TABLE_NAME: table.tableName,
        ...(settings.securityContact && { SECURITY_CONTACT: settings.securityContact }),
      },
    });
    allowTableAccess(open, table, {
      table: {
        "share#": ["GetItem"],
        // When the schedule last ran, and the depths of buckets.
        "schedule#": ["GetItem", "Query"],
        "reseller#": ["GetItem", "BatchGetItem", "Query", "PutItem"],
        "bucket#": ["Query"],
      },
    });
    return open;
  }

  private addRoutes(handler: EndpointFunction, routes: readonly string[]): HttpRoute[] {
    const integration = integrate(handler);
    return gatewayRoutes(routes).flatMap((route) => {
      const path = route.replace("ANY ", "");
      return this.http.addRoutes({ path, methods: [HttpMethod.ANY], integration });
    });
  }

  private watchApi({ latencyAlarmMs }: Settings): Watch[] {
    const of = this.http.metricCount({ period: PERIOD, statistic: "sum" });
    const errors = this.http.metricServerError({ period: PERIOD, statistic: "sum" });
    return [
      {
        id: "ServerErrors",
        loss: "One request in a hundred fails with a 5xx.",
        metric: percentOf(errors, { of, least: 5 }),
        above: 1,
        pages: true,
      },
      {
        id: "Latency",
        loss: `One request in a hundred takes longer than ${latencyAlarmMs} ms.`,
        metric: this.http.metricLatency({ period: Duration.minutes(1), statistic: "p99" }),
        above: latencyAlarmMs,
        periods: 5,
      },
    ];
  }
}

function integrate(handler: EndpointFunction) {
  // One permission per function: one per route would exceed the limits of a function's policy and of a stack.
  const scopePermissionToRoute = false;
  return new HttpLambdaIntegration(handler.node.id, handler.live, { scopePermissionToRoute });
}
