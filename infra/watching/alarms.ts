import { Duration } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Settings } from "../settings.ts";
import { AlarmTopic } from "./alarmTopic.ts";

/** Length of one period of a watched metric. */
export const PERIOD = Duration.minutes(5);

/** A metric and the limit at which an alarm goes off. */
export interface Watch {
  id: string;
  /** One sentence: what a user loses. */
  loss: string;
  metric: IMetric;
  /** The alarm goes off above this value; with `below`, below it or without data. */
  above?: number;
  below?: number;
  /** Consecutive periods before the alarm goes off. */
  periods?: number;
  /** An outage: somebody has to act at once. */
  pages?: boolean;
}

/** A queue of a worker and its dead letters, by the name of the worker's folder. */
export interface WatchedQueue {
  name: string;
  queue: Queue;
  deadLetters: Queue;
  /** The age of the oldest message at which the queue counts as late; none if the worker measures lateness. */
  lateSeconds: number | undefined;
}

/** The affected share in percent, or 0 below `least`, so that a quiet night raises no alarm. */
export function percentOf(part: IMetric, { of, least }: { of: IMetric; least: number }): IMetric {
  return new MathExpression({
    expression: `IF(part >= ${least}, 100 * part / whole, 0)`,
    usingMetrics: { part, whole: of },
    period: PERIOD,
    label: "percent",
  });
}

/** The sum of metrics that have no data where nothing happens. */
export function sumOf(
  metrics: readonly IMetric[],
  each = (count: string, _index: number) => count,
): IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((name, index) => each(`FILL(${name}, 0)`, index))
    .join(" + ");
  return new MathExpression({ expression, usingMetrics, period: PERIOD, label: "sum" });
}

/**
 * A count for each function of the account. CloudWatch evaluates every function separately, and the message
 * names the function that is over the limit.
 */
function ofEachFunction(metricName: string): IMetric {
  return new MathExpression({
    expression: `SELECT SUM(${metricName}) FROM SCHEMA("AWS/Lambda", FunctionName) GROUP BY FunctionName ORDER BY SUM() DESC`,
    usingMetrics: {},
    period: PERIOD,
    label: metricName,
  });
}

/** Errors and throttles of all functions. */
function watchFunctions(): Watch[] {
  return [
    {
      id: "functionErrors",
      loss: "A function crashes or times out: requests to it fail, or its work is late.",
      metric: ofEachFunction("Errors"),
      above: 5,
    },
    {
      id: "functionThrottles",
      loss: "Functions are throttled, because the account has no concurrency left: requests fail, or work is late.",
      // Of the account, which is what is used up: it does not matter whose calls are refused.
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: Stats.SUM,
        period: PERIOD,
      }),
      above: 10,
    },
  ];
}

/**
 * Dead letters when they arrive, not while they lie there, so that the next one raises the alarm again. Their
 * number has to rise: NumberOfMessagesSent does not count what SQS itself moves.
 */
function watchDeadLetters(queues: readonly WatchedQueue[]): Watch {
  const counts = queues.map(({ deadLetters }) =>
    deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD }),
  );
  return {
    id: "gaveUp",
    loss: `Work failed on every attempt and waits in the dead letters of ${namesOf(queues)}, until an operator sends it back.`,
    metric: sumOf(counts, (count) => `(DIFF(${count}) > 0)`),
  };
}

/** Queues whose oldest message waits too long. */
function watchAges(queues: readonly WatchedQueue[]): Watch {
  const late = queues.filter(({ lateSeconds }) => lateSeconds !== undefined);
  const ages = late.map(({ queue }) =>
    queue.metricApproximateAgeOfOldestMessage({ period: PERIOD }),
  );
  return {
    id: "late",
    loss: `Messages wait for minutes in a queue of ${namesOf(late)}: webhooks, e-mails or clean-ups are late.`,
    metric: sumOf(ages, (age, index) => `(${age} > ${late[index]?.lateSeconds})`),
  };
}

function namesOf(queues: readonly WatchedQueue[]): string {
  return queues.map(({ name }) => name).join(", ");
}

/** The alarm of a watch. */
export class WatchAlarm extends Alarm {
  constructor(scope: Construct, { id, loss, metric, above = 0, below, periods = 1 }: Watch) {
    super(scope, id, {
      alarmDescription: `${loss} Steps: infra/RUNBOOK.md.`,
      metric,
      evaluationPeriods: periods,
      ...(below === undefined
        ? {
            threshold: above,
            comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
            treatMissingData: TreatMissingData.NOT_BREACHING,
          }
        : {
            threshold: below,
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            treatMissingData: TreatMissingData.BREACHING,
          }),
    });
  }
}

interface AlarmsProps {
  settings: Settings;
  watches: readonly Watch[];
  queues: readonly WatchedQueue[];
}

/** One alarm per watch, whose description says who loses what. An outage pages, everything else notifies. */
export class Alarms extends Construct {
  constructor(scope: Construct, id: string, { settings, watches, queues }: AlarmsProps) {
    super(scope, id);
    const page = new AlarmTopic(this, "Page", settings.page);
    const notify = new AlarmTopic(this, "Notify", settings.notify);
    const all = [...watches, ...watchFunctions(), watchDeadLetters(queues), watchAges(queues)];
    for (const watch of all) {
      const alarm = new WatchAlarm(this, watch);
      const { action } = watch.pages ? page : notify;
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    if (settings.budgetUsd) this.limitCost(settings.budgetUsd, notify);
  }

  /** Tells of a month that will cost more. A budget has no name, because names are the account's. */
  private limitCost(amount: number, { topicArn: address }: ITopic) {
    new CfnBudget(this, "Budget", {
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount, unit: "USD" },
      },
      notificationsWithSubscribers: ["ACTUAL", "FORECASTED"].map((notificationType) => ({
        notification: { notificationType, comparisonOperator: "GREATER_THAN", threshold: 100 },
        subscribers: [{ subscriptionType: "SNS", address }],
      })),
    });
  }
}
