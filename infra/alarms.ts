import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Construct } from "constructs";
import { AlarmTopic } from "./alarmTopic.ts";
import { compareWithBand } from "./anomalyBand.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

/** Length of one period of a watched metric. */
export const PERIOD = Duration.minutes(5);
/** Delay of a mail, so that the alarm that caused this one can suppress it. */
const SUPPRESSION = Duration.minutes(3);

/** A metric and the limit at which an alarm goes off. */
export interface Watch {
  id: string;
  /** One sentence: what a user loses. */
  loss: string;
  metric: IMetric;
  /** The alarm goes off above this value; with `below`, below it or without data. */
  above?: number;
  below?: number;
  /** Instead of `above`: the alarm goes off above what is usual, by this number of standard deviations. */
  band?: number;
  /** Consecutive periods before the alarm goes off. */
  periods?: number;
  /** The group that mails this alarm instead of its area: a common cause, or what no cause may hide. */
  group?: "Capacity" | "Outage" | "GivenUp" | "Blocked";
}

/** The watches of one part of the service, which share one mail. */
interface Area {
  /** One sentence: what users lose while one of its alarms is on. */
  loss: string;
  watches: Watch[];
}

interface Share {
  of: IMetric;
  least: number;
  /** Longer than PERIOD for a metric whose events are counted later than those of `of`. */
  period?: Duration;
}

/** The affected share in percent, or 0 below `least`, so that a quiet night raises no alarm. */
export function percentOf(part: IMetric, { of, least, period = PERIOD }: Share): IMetric {
  return new MathExpression({
    expression: `IF(part >= ${least}, 100 * part / whole, 0)`,
    usingMetrics: { part, whole: of },
    period,
    label: "percent",
  });
}

/** Errors and throttles of a function. */
export function watchFunction(handler: ServiceFunction): Watch[] {
  const errors = handler.metricErrors({ period: PERIOD });
  const of = handler.metricInvocations({ period: PERIOD });
  return [
    {
      id: `${handler.folderName}Errors`,
      loss: `${handler.loss}: one call in twenty crashes or times out.`,
      metric: percentOf(errors, { of, least: 3 }),
      above: 5,
    },
    {
      id: `${handler.folderName}Throttles`,
      loss: `${handler.loss}: calls are throttled, because the concurrency limit is reached.`,
      metric: handler.metricThrottles({ period: PERIOD }),
      above: 10,
    },
  ];
}

/** Part of the account's concurrency at which `Capacity` goes off, in percent. */
const NEARLY_ALL = 90;

/**
 * The account's functions are nearly used up: all that run, and all that are reserved. No caller without a key
 * can raise it. Without `concurrency` the account's quota is not known.
 */
export function watchAccount({ concurrency }: Settings): Watch[] {
  if (!concurrency) return [];
  return [
    {
      id: "concurrencyUsedUp",
      loss: "The account has no functions left: requests fail, checks and events are late.",
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "ClaimedAccountConcurrency",
        statistic: "max",
        period: PERIOD,
      }),
      above: Math.round((concurrency.account * NEARLY_ALL) / 100),
      group: "Capacity",
    },
  ];
}

const GROUPS: Record<NonNullable<Watch["group"]>, string> = {
  Capacity:
    "The table is throttled or the account's functions are used up: everything may be late or fail.",
  Outage: "Resellers' requests fail, or no website is checked any more.",
  Blocked: "Many websites refuse our address: what they would show us stays unseen.",
  GivenUp:
    "Work failed on every attempt. It stays in a dead-letter queue or bucket until an operator sends it back.",
};

/** The alarm of a watch. */
export class WatchAlarm extends Alarm {
  constructor(scope: Construct, { id, loss, metric, above = 0, below, band, periods = 1 }: Watch) {
    super(scope, id, {
      alarmDescription: loss,
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
    if (band) compareWithBand(this, band);
  }
}

interface AlarmsProps {
  settings: Settings;
  areas: Record<string, Area>;
}

/**
 * One alarm per watch, whose description says who loses what. Each area sends one mail when its first
 * alarm goes off and one when all are over; while `Capacity` is on, areas send none.
 */
export class Alarms extends Construct {
  readonly #alarms = new Map<string, IAlarm>();
  readonly #mail: SnsAction;

  constructor(scope: Construct, id: string, { settings, areas }: AlarmsProps) {
    super(scope, id);
    this.#mail = new AlarmTopic(this, "Topic", settings).action;
    const all = Object.values(areas).flatMap(({ watches }) => watches);
    for (const watch of all) {
      this.#alarms.set(watch.id, new WatchAlarm(this, watch));
    }
    const inGroup = (name: keyof typeof GROUPS) => ({
      loss: GROUPS[name],
      watches: all.filter(({ group }) => group === name),
    });
    const capacity = this.mail("Capacity", inGroup("Capacity"));
    this.mail("Outage", inGroup("Outage"));
    this.mail("GivenUp", inGroup("GivenUp"));
    this.mail("Blocked", inGroup("Blocked"), capacity);
    for (const [name, { loss, watches }] of Object.entries(areas)) {
      this.mail(name, { loss, watches: watches.filter(({ group }) => !group) }, capacity);
    }
  }

  private mail(name: string, { loss, watches }: Area, cause?: CompositeAlarm): CompositeAlarm {
    const alarm = new CompositeAlarm(this, name, {
      alarmDescription: `${loss} Steps: infra/RUNBOOK.md.`,
      alarmRule: AlarmRule.anyOf(...watches.flatMap(({ id }) => this.#alarms.get(id) ?? [])),
      ...(cause && {
        actionsSuppressor: cause,
        actionsSuppressorWaitPeriod: SUPPRESSION,
        actionsSuppressorExtensionPeriod: SUPPRESSION,
      }),
    });
    alarm.addAlarmAction(this.#mail);
    alarm.addOkAction(this.#mail);
    return alarm;
  }
}
