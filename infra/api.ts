import { Duration } from "aws-cdk-lib";
import { HttpApi, HttpMethod, type HttpRoute, IpAddressType } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import {
  groupNames,
  referenceRoutes,
  sharedPageRoutes,
  unsubscribeRoutes,
  withHead,
} from "../shared/routes.ts";
import { PERIOD, percentOf, type Watch, watchFunction } from "./alarms.ts";
import { ApiStage } from "./apiStage.ts";
import { addDomain } from "./domain.ts";
import { EndpointFunction, EndpointGroup } from "./endpointGroup.ts";
import type { Network } from "./network.ts";
import type { Settings } from "./settings.ts";
import { watchSigningKey } from "./signingKey.ts";
import { allowTableAccess } from "./table.ts";

interface ApiProps {
  settings: Settings;
  table: ITableV2;
  signingKey: ISecret;
  network?: Network | undefined;
}

/**
 * The HTTP API: a function for each endpoint group, and one each for the documentation, shared pages,
 * unsubscribe links and unknown routes.
 */
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
    const unknownRoute = new EndpointFunction(this, "unknownRoute", {
      settings,
      description: "Answers requests that match no route of the API",
      loss: "Resellers get a 500 instead of a 404 or 405",
      isOpen: true,
    });
    this.http = new HttpApi(this, "Http", {
      description: "The reseller API",
      ipAddressType: IpAddressType.DUAL_STACK,
      createDefaultStage: false,
      // Its permission is not shared: API Gateway calls `$default` as STAGE/$default, without a method.
      defaultIntegration: new HttpLambdaIntegration("unknownRoute", unknownRoute.live),
    });
    const stage = new ApiStage(this, "Stage", { httpApi: this.http, settings });
    this.accessLogs = stage.accessLogs;
    const domain = addDomain(stage, this.http, settings);
    this.url = domain ? `https://${domain}` : this.http.apiEndpoint;
    const groups = groupNames.map((name) => new EndpointGroup(this, name, props));
    for (const group of groups) {
      stage.throttle(this.addRoutes(group, group.routes), group.throttling);
    }
    const reference = new EndpointFunction(this, "reference", {
      settings,
      description: "Serves the API's description and documentation pages",
      loss: "The API's description and guides can't be read, and health checks fail",
      isOpen: true,
      environment: {
        ...(settings.securityContact && { SECURITY_CONTACT: settings.securityContact }),
        ...(props.network && { FIXED_ADDRESSES: props.network.addresses.join() }),
      },
    });
    const sharedPages = new EndpointFunction(this, "sharedPages", {
      settings,
      description: "Shows the pages that resellers share with people without a key",
      loss: "Customers can't see the pages and badges that resellers share with them",
      isOpen: true,
      environment: { TABLE_NAME: props.table.tableName },
    });
    allowTableAccess(sharedPages, props.table, {
      table: {
        "share#": ["GetItem"],
        "reseller#": ["GetItem", "BatchGetItem", "Query"],
        "bucket#": ["Query"],
        "buckets#": ["Query"],
      },
    });
    stage.throttle(this.addRoutes(sharedPages, sharedPageRoutes), settings.sharedPageThrottling);
    const unsubscribe = new EndpointFunction(this, "unsubscribe", {
      settings,
      description: "Ends the reports by mail of a user who follows a mail's link",
      loss: "Users can't unsubscribe from reports",
      isOpen: true,
      environment: { TABLE_NAME: props.table.tableName },
    });
    allowTableAccess(unsubscribe, props.table, {
      table: { "reseller#": ["GetItem", "BatchGetItem", "PutItem"] },
    });
    const unknown = this.http.node.findChild("DefaultRoute") as HttpRoute;
    stage.throttle(
      [
        unknown,
        ...this.addRoutes(reference, referenceRoutes),
        ...this.addRoutes(unsubscribe, unsubscribeRoutes),
      ],
      settings.openThrottling,
    );
    this.functions = [unknownRoute, reference, sharedPages, unsubscribe, ...groups];
    this.watches = [
      ...this.watchApi(settings),
      ...this.functions.flatMap(watchFunction),
      ...groups.filter(({ showsSecrets }) => showsSecrets).map(watchSigningKey),
    ];
  }

  private addRoutes(handler: EndpointFunction, routes: readonly string[]): HttpRoute[] {
    const integration = integrate(handler);
    return withHead(routes).flatMap((route) => {
      const [method, path = ""] = route.split(" ");
      const methods = [HttpMethod[method as keyof typeof HttpMethod]];
      return this.http.addRoutes({ path, methods, integration });
    });
  }

  // CodeDeploy watches them as well: both detect a bad version while few requests reach it.
  private watchApi({ latencyAlarmMs }: Settings): Watch[] {
    const of = this.http.metricCount({ period: PERIOD, statistic: "sum" });
    const errors = this.http.metricServerError({ period: PERIOD, statistic: "sum" });
    return [
      {
        id: "ServerErrors",
        loss: "One request in a hundred fails with a 5xx.",
        metric: percentOf(errors, { of, least: 5 }),
        above: 1,
        group: "Outage",
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
