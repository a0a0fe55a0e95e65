import { synthesize } from "../../support/stack.ts";
import { PRICES } from "./prices.ts";

interface Resource {
  Type: string;
  Properties: { Metrics?: object[]; EventSourceArn?: unknown; TracingConfig?: unknown };
}

/** What prod's template has of the things that cost by the month. */
export interface StackParts {
  /** Metrics that alarms watch: an alarm on two costs twice as much as one. */
  alarmMetrics: number;
  compositeAlarms: number;
  dashboards: number;
  secrets: number;
  /** Whether any function is traced by X-Ray. */
  isTraced: boolean;
  /** Queues that Lambda polls. */
  polledQueues: number;
}

export function readStackParts(): StackParts {
  const all = Object.values(synthesize("prod").Resources) as Resource[];
  const ofType = (type: string) => all.filter(({ Type }) => Type === type);
  const metricsOf = ({ Properties: { Metrics = [] } }: Resource) =>
    Math.max(1, Metrics.filter((metric) => "MetricStat" in metric).length);
  return {
    alarmMetrics: ofType("AWS::CloudWatch::Alarm").reduce((sum, one) => sum + metricsOf(one), 0),
    compositeAlarms: ofType("AWS::CloudWatch::CompositeAlarm").length,
    dashboards: ofType("AWS::CloudWatch::Dashboard").length,
    secrets: ofType("AWS::SecretsManager::Secret").length,
    isTraced: all.some(({ Properties }) => Properties?.TracingConfig !== undefined),
    polledQueues: ofType("AWS::Lambda::EventSourceMapping").filter(
      ({ Properties }) => !JSON.stringify(Properties.EventSourceArn).includes("Stream"),
    ).length,
  };
}

export function alarmsPrice({ alarmMetrics, compositeAlarms }: StackParts): number {
  return alarmMetrics * PRICES.alarmMetric + compositeAlarms * PRICES.compositeAlarm;
}
