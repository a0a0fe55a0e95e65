import { Duration, type Stack } from "aws-cdk-lib";
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryWidget,
  MathExpression,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { CHECKS, FAILURES, FEED_ITEMS, LATENESS, THROTTLED } from "../shared/metrics.ts";
import { PERIOD } from "./alarms.ts";
import type { Api } from "./api.ts";
import { ServiceFunction } from "./serviceFunction.ts";
import { metricNamespace, type Settings } from "./settings.ts";
import { countsOf } from "./table.ts";

const WIDTH = 12;
const GB = 1024;
const TOP_ROUTES = 10;

interface DashboardProps {
  settings: Settings;
  api: Api;
  table: ITableV2;
  /** The stacks with functions and queues. */
  stacks: Stack[];
}

/** The page to open after an alarm: the state of the service, and its cost. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { settings, api, table, stacks }: DashboardProps) {
    super(scope, id, { defaultInterval: Duration.hours(12) });
    const all = stacks.flatMap(({ node }) => node.findAll());
    const functions = all.filter((each) => each instanceof ServiceFunction);
    const queues = all.filter((each) => each instanceof Queue);
    const own = metricsIn(metricNamespace(settings));
    const minute = Duration.minutes(1);
    const sum = { period: PERIOD, statistic: "sum" };
    const units = (metricName: string) => countsOf(table, metricName).map(([, count]) => count);
    this.addWidgets(
      graph("Lateness of checks in seconds, by kind", [
        ...["p50", "p99", "Maximum"].map((statistic) => own(LATENESS, statistic)),
      ]),
      graph(
        "Checks, failures, feed items and throttled calls, each minute",
        [CHECKS, FAILURES, FEED_ITEMS, THROTTLED].map((name) => own(name, "Sum", minute)),
      ),
      graph("The functions' own metrics, per five minutes", [own("", "Sum")]),
      graph("Requests, 4xx and 5xx", [
        api.http.metricCount(sum),
        api.http.metricClientError(sum),
        api.http.metricServerError(sum),
      ]),
      graph("Latency of requests in milliseconds", [
        api.http.metricLatency({ period: minute, statistic: "p50" }),
        api.http.metricLatency({ period: minute, statistic: "p99" }),
      ]),
      topRoutes(api),
      graph(
        "Errors of functions",
        functions.map((each) => each.metricErrors({ ...sum, label: each.folderName })),
      ),
      graph(
        "Age of the oldest message in seconds",
        queues.map((each) => each.metricApproximateAgeOfOldestMessage({ label: nameOf(each) })),
      ),
      graph(
        "Waiting messages",
        queues.map((each) =>
          each.metricApproximateNumberOfMessagesVisible({ label: nameOf(each) }),
        ),
      ),
      graph("Cost: units of the table", [
        ...units("ConsumedReadCapacityUnits"),
        ...units("ConsumedWriteCapacityUnits"),
      ]),
      graph("Throttled calls", [
        ...units("ReadThrottleEvents"),
        ...units("WriteThrottleEvents"),
        ...functions.map((each) => each.metricThrottles({ ...sum, label: each.folderName })),
      ]),
      graph("Cost: gigabyte-seconds of functions", functions.map(gigabyteSeconds)),
      graph(
        "Cost: calls of functions",
        functions.map((each) => each.metricInvocations({ ...sum, label: each.folderName })),
      ),
    );
  }
}

function graph(title: string, left: IMetric[]) {
  return new GraphWidget({ title, left, width: WIDTH });
}

/** `Monitoring/Uptime/Queue` */
function nameOf({ node }: Queue): string {
  return node.path.split("/").slice(1).join("/");
}

/** The functions' own metrics over all dimensions: those of a name, or all. */
function metricsIn(namespace: string) {
  return (name: string, statistic: string, period = PERIOD) => {
    const named = name && ` MetricName="${name}"`;
    const expression = `SEARCH('Namespace="${namespace}"${named}', '${statistic}')`;
    return search(expression, `${statistic} `, period);
  };
}

/** A query of the access log, which runs when the dashboard is opened. */
function topRoutes({ accessLogs }: Api) {
  return new LogQueryWidget({
    title: `The ${TOP_ROUTES} routes with most requests`,
    logGroupNames: [accessLogs.logGroupName],
    queryLines: [
      "stats count() as requests by routeKey",
      "sort requests desc",
      `limit ${TOP_ROUTES}`,
    ],
    width: WIDTH,
  });
}

function search(expression: string, label: string, period = PERIOD) {
  return new MathExpression({ expression, label, usingMetrics: {}, period });
}

function gigabyteSeconds(handler: ServiceFunction) {
  // Unlike those of alarms, the names of one graph are all different.
  const milliseconds = `${handler.folderName}Ms`;
  const duration = handler.metricDuration({ period: PERIOD, statistic: "sum" });
  return new MathExpression({
    expression: `${milliseconds} / 1000 * ${handler.memoryMb / GB}`,
    usingMetrics: { [milliseconds]: duration },
    label: handler.folderName,
    period: PERIOD,
  });
}
