import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Construct } from "constructs";
import { AlarmTopic } from "./alarmTopic.ts";
import type { Api } from "./api.ts";
import type { Cleanup } from "./cleanup.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

const period = Duration.minutes(5);

interface AlarmsProps {
  settings: Settings;
  api: Api;
  cleanup: Cleanup;
  admin: ServiceFunction;
}

interface Watch {
  /** What a user loses, in a sentence. */
  loss: string;
  metric: IMetric;
  above: number;
  /** How many periods in a row. */
  periods?: number;
}

/** One alarm for each way in which somebody loses something; each says who loses what. */
export class Alarms extends Construct {
  private readonly action: SnsAction;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.action = new SnsAction(new AlarmTopic(this, "Topic", props.settings));
    const { api, cleanup, admin } = props;
    this.watchApi(props);
    for (const each of [...api.functions, cleanup.function, admin]) this.watchFunction(each);
    this.watchCleanup(cleanup);
  }

  private watchApi({ api, settings }: AlarmsProps) {
    this.add("ServerErrors", {
      loss: "Resellers get 5xx answers, and what they asked for is not done.",
      metric: api.http.metricServerError({ period, statistic: "sum" }),
      above: 0,
    });
    this.add("Latency", {
      loss: `One request in a hundred makes a reseller wait longer than ${settings.latencyAlarmMs} ms.`,
      metric: api.http.metricLatency({ period, statistic: "p99" }),
      above: settings.latencyAlarmMs,
      periods: 3,
    });
  }

  private watchFunction(handler: ServiceFunction) {
    this.add(`${handler.folder}Errors`, {
      loss: `${handler.loss}: its function crashes or runs out of time.`,
      metric: handler.metricErrors({ period }),
      above: 0,
    });
    this.add(`${handler.folder}Throttles`, {
      loss: `${handler.loss}: the account runs as many functions at once as it may.`,
      metric: handler.metricThrottles({ period }),
      above: 0,
    });
  }

  private watchCleanup({ function: handler, deadLetters }: Cleanup) {
    this.add("CleanupGaveUp", {
      loss: "Websites, competitors or feed items of a deleted record stay stored for good.",
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      above: 0,
    });
    this.add("CleanupLate", {
      loss: "What hangs below a deleted record stays stored for minutes instead of seconds.",
      metric: handler.metric("IteratorAge", { period, statistic: "max" }),
      above: Duration.minutes(5).toMilliseconds(),
    });
  }

  private add(id: string, { loss, metric, above, periods = 1 }: Watch) {
    const alarm = new Alarm(this, id, {
      alarmDescription: loss,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.action);
  }
}
