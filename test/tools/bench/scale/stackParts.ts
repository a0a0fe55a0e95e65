import { synthesize } from "../../../support/stack.ts";

/** What prod's template has of the things that cost by the month. */
export interface StackParts {
  /** The metrics that alarms watch: an alarm on two costs twice as much as one. */
  alarmMetrics: number;
  /** The metrics that queries of alarms analyse: each function's own. */
  queriedMetrics: number;
  dashboards: number;
  secrets: number;
  healthChecks: number;
  /** Queues that Lambda polls. */
  polledQueues: number;
}

interface Resource {
  Type: string;
  Properties: { Metrics?: object[]; EventSourceArn?: unknown };
}

export function readStackParts(): StackParts {
  const all = Object.values(synthesize("prod").Resources) as Resource[];
  const ofType = (type: string) => all.filter(({ Type }) => Type === type);
  const metricsOf = ({ Properties: { Metrics = [] } }: Resource) =>
    Math.max(1, Metrics.filter((metric) => "MetricStat" in metric).length);
  const isQuery = ({ Properties }: Resource) => JSON.stringify(Properties).includes('"SELECT ');
  const [queries, alarms] = [true, false].map((wanted) =>
    ofType("AWS::CloudWatch::Alarm").filter((alarm) => isQuery(alarm) === wanted),
  );
  return {
    alarmMetrics: (alarms ?? []).reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    queriedMetrics: (queries ?? []).length * ofType("AWS::Lambda::Function").length,
    dashboards: ofType("AWS::CloudWatch::Dashboard").length,
    secrets: ofType("AWS::SecretsManager::Secret").length,
    // Prod requires one, although a template without a host name has none.
    healthChecks: Math.max(1, ofType("AWS::Route53::HealthCheck").length),
    polledQueues: ofType("AWS::Lambda::EventSourceMapping").filter(
      ({ Properties }) => !JSON.stringify(Properties.EventSourceArn).includes("Stream"),
    ).length,
  };
}
