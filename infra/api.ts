import { Duration } from "aws-cdk-lib";
import { HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { endpointGroups, type GroupName, groupNames } from "../shared/routes.ts";
import { ApiStage } from "./apiStage.ts";
import { ServiceFunction, type ServiceFunctionProps } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";
import { allowKeyUse, allowTableAccess, groupAccess } from "./tableAccess.ts";
import { PERIOD, type Watch, watchFunction } from "./watch.ts";

// Below API Gateway's own 30 seconds, so that a function that hangs is seen as its error.
const ENDPOINT_TIMEOUT = Duration.seconds(20);

interface ApiProps {
  settings: Settings;
  table: ITableV2;
}

/** The HTTP API: a function for each endpoint group with its routes, and one for all the rest. */
export class Api extends Construct {
  readonly http: HttpApi;
  readonly watches: Watch[];
  private readonly functions: ServiceFunction[] = [];

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const unknownRoute = this.addFunction("unknownRoute", props, {
      description: "Answers what no route of the API takes",
      loss: "Resellers get a 500 instead of a 404 or 405",
    });
    this.http = new HttpApi(this, "Http", {
      description: "The reseller API",
      createDefaultStage: false,
      defaultIntegration: integrate(unknownRoute),
    });
    new ApiStage(this, "Stage", { httpApi: this.http, settings: props.settings });
    for (const group of groupNames) this.addGroup(group, props);
    this.watches = [...this.watchApi(props.settings), ...this.functions.flatMap(watchFunction)];
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

  private addGroup(group: GroupName, props: ApiProps) {
    const { table } = props;
    const routes = endpointGroups[group];
    const handler = this.addFunction(group, props, {
      description: `Answers ${routes.join(", ")}`,
      loss: `Resellers get a 5xx for ${routes.join(", ")}`,
      environment: { TABLE_NAME: table.tableName },
    });
    allowKeyUse(handler, table);
    allowTableAccess(handler, table, groupAccess[group]);
    const integration = integrate(handler);
    for (const route of routes) {
      const [method, path = ""] = route.split(" ");
      const methods = [HttpMethod[method as keyof typeof HttpMethod]];
      this.http.addRoutes({ path, methods, integration });
    }
  }

  private addFunction(
    folder: string,
    { settings }: ApiProps,
    own: Pick<ServiceFunctionProps, "description" | "loss" | "environment">,
  ): ServiceFunction {
    const memoryMb = settings.endpointMemoryMb;
    const options = { settings, folder, memoryMb, timeout: ENDPOINT_TIMEOUT, ...own };
    const id = folder.charAt(0).toUpperCase() + folder.slice(1);
    const handler = new ServiceFunction(this, id, options);
    this.functions.push(handler);
    return handler;
  }
}

function integrate(handler: ServiceFunction) {
  return new HttpLambdaIntegration(handler.node.id, handler);
}
