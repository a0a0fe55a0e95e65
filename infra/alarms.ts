import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type IAlarm,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Construct } from "constructs";
import { AlarmTopic } from "./alarmTopic.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

/** How long a period of what is watched lasts. */
export const PERIOD = Duration.minutes(5);
/** So long a mail waits for that of what may have caused it. */
const SUPPRESSION = Duration.minutes(3);

/** Something by which somebody loses something: an alarm goes off. */
export interface Watch {
  id: string;
  /** What a user loses, in a sentence. */
  loss: string;
  metric: IMetric;
  /** Goes off above this; or, where it says `below`, below that, and when nothing is measured. */
  above?: number;
  below?: number;
  /** How many periods in a row. */
  periods?: number;
  /** Whose mail it is part of, where that is not its area's: a cause of many, or what stays red. */
  group?: "Capacity" | "GivenUp";
}

/** What is watched of one part of the service; one mail tells of all of it. */
export interface Area {
  /** What users lose while an alarm of it is on, in a sentence. */
  loss: string;
  watches: Watch[];
}

interface Share {
  of: IMetric;
  least: number;
  /** Longer than the usual one for what is not counted in the same five minutes as the whole. */
  period?: Duration;
}

/** Of a hundred, how many are affected; 0 where fewer than `least` are, as in a quiet night. */
export function percentOf(part: IMetric, { of, least, period = PERIOD }: Share): IMetric {
  return new MathExpression({
    expression: `IF(part >= ${least}, 100 * part / whole, 0)`,
    usingMetrics: { part, whole: of },
    period,
    label: "percent",
  });
}

/** A function that crashes, or can't be started. */
export function watchFunction(handler: ServiceFunction): Watch[] {
  const errors = handler.metricErrors({ period: PERIOD });
  const of = handler.metricInvocations({ period: PERIOD });
  return [
    {
      id: `${handler.folder}Errors`,
      loss: `${handler.loss}: one call in twenty crashes or runs out of time.`,
      metric: percentOf(errors, { of, least: 3 }),
      above: 5,
    },
    {
      id: `${handler.folder}Throttles`,
      loss: `${handler.loss}: as many functions run at once as may.`,
      metric: handler.metricThrottles({ period: PERIOD }),
      above: 10,
      group: "Capacity",
    },
  ];
}

const GROUPS: Record<NonNullable<Watch["group"]>, string> = {
  Capacity:
    "AWS gives less than is needed: functions or the table are throttled, and everything may be late or fail.",
  GivenUp:
    "Something was given up after all its tries, and lies in a dead-letter queue or bucket until somebody sends it back.",
};

/**
 * One alarm for each way in which somebody loses something, which says who loses what, and one mail
 * for each area of them when the first goes off, and when all are over. What throttled functions or
 * a throttled table cause brings no mail of its own.
 */
export class Alarms extends Construct {
  readonly #alarms = new Map<string, IAlarm>();
  readonly #mail: SnsAction;

  constructor(
    scope: Construct,
    id: string,
    { settings, areas }: { settings: Settings; areas: Record<string, Area> },
  ) {
    super(scope, id);
    this.#mail = new SnsAction(new AlarmTopic(this, "Topic", settings));
    const all = Object.values(areas).flatMap(({ watches }) => watches);
    for (const watch of all) this.#alarms.set(watch.id, this.watch(watch));
    const inGroup = (name: keyof typeof GROUPS) => ({
      loss: GROUPS[name],
      watches: all.filter(({ group }) => group === name),
    });
    const capacity = this.mail("Capacity", inGroup("Capacity"));
    this.mail("GivenUp", inGroup("GivenUp"), capacity);
    for (const [name, { loss, watches }] of Object.entries(areas)) {
      this.mail(name, { loss, watches: watches.filter(({ group }) => !group) }, capacity);
    }
  }

  /** The alarm of a watch. */
  of(id: string): IAlarm {
    const alarm = this.#alarms.get(id);
    if (!alarm) throw new Error(`Nothing watches ${id}`);
    return alarm;
  }

  private watch({ id, loss, metric, above = 0, below, periods = 1 }: Watch): Alarm {
    return new Alarm(this, id, {
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
  }

  private mail(name: string, { loss, watches }: Area, cause?: CompositeAlarm): CompositeAlarm {
    const alarm = new CompositeAlarm(this, name, {
      alarmDescription: `${loss} Steps: infra/RUNBOOK.md.`,
      alarmRule: AlarmRule.anyOf(...watches.map(({ id }) => this.of(id))),
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
