import { Duration } from "aws-cdk-lib";
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryWidget,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { LATENESS } from "../../shared/platform/metrics.ts";
import type { Api } from "../api/api.ts";
import { countsOf } from "../data/table.ts";
import type { ServiceFunction } from "../function/serviceFunction.ts";
import { ownMetric } from "../workers/uptime.ts";
import { PERIOD, type WatchedQueue } from "./alarms.ts";

const WIDTH = 12;
const TOP_ROUTES = 10;

interface DashboardProps {
  api: Api;
  table: ITableV2;
  /** The functions that check websites. */
  checking: readonly ServiceFunction[];
  queues: readonly WatchedQueue[];
}

/** The page to open after an alarm. Three dashboards of at most 50 metrics cost nothing. */
export class ServiceDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { api, table, checking, queues }: DashboardProps) {
    super(scope, id, { defaultInterval: Duration.hours(12) });
    const minute = Duration.minutes(1);
    const sum = { period: PERIOD, statistic: "sum" };
    this.addWidgets(
      graph(
        "Lateness of checks in seconds: 99th percentile",
        checking.map((each) => ownMetric(each, LATENESS, Stats.p(99))),
      ),
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
      graph("All functions: calls, errors, throttled calls, milliseconds", [
        LambdaFunction.metricAllInvocations(sum),
        LambdaFunction.metricAllErrors(sum),
        LambdaFunction.metricAllThrottles(sum),
        LambdaFunction.metricAllDuration(sum),
      ]),
      graph(
        "Age of the oldest message in seconds",
        queues.map(({ queue, name }) => queue.metricApproximateAgeOfOldestMessage({ label: name })),
      ),
      graph(
        "Dead letters",
        queues.map(({ deadLetters, name }) =>
          deadLetters.metricApproximateNumberOfMessagesVisible({ label: name }),
        ),
      ),
      graph("Units of the table", [
        ...countsOf(table, "ConsumedReadCapacityUnits"),
        ...countsOf(table, "ConsumedWriteCapacityUnits"),
      ]),
    );
  }
}

function graph(title: string, metrics: IMetric[]) {
  return new GraphWidget({ title, left: metrics, width: WIDTH });
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
