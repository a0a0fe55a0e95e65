import { Duration, Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

/** How long a period of what is watched lasts. */
export const PERIOD = Duration.minutes(5);

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
}

/** A function that crashes, or can't be started. */
export function watchFunction(handler: ServiceFunction): Watch[] {
  return [
    {
      id: `${handler.folder}Errors`,
      loss: `${handler.loss}: the function crashes or runs out of time.`,
      metric: handler.metricErrors({ period: PERIOD }),
      above: 0,
    },
    {
      id: `${handler.folder}Throttles`,
      loss: `${handler.loss}: the account runs as many functions at once as it may.`,
      metric: handler.metricThrottles({ period: PERIOD }),
      above: 0,
    },
  ];
}

/** One alarm for each way in which somebody loses something; each says who loses what. */
export class Alarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { settings, watches }: { settings: Settings; watches: Watch[] },
  ) {
    super(scope, id);
    const action = new SnsAction(new AlarmTopic(this, "Topic", settings));
    for (const { id, loss, metric, above = 0, below, periods = 1 } of watches) {
      const alarm = new Alarm(this, id, {
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
      alarm.addAlarmAction(action);
    }
  }
}

/** Where alarms go; subscribe what should hear of them. */
class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { alarmEmail }: Settings) {
    super(scope, id, { enforceSSL: true });
    // A policy of its own replaces the default one, by which CloudWatch may publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [this.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    if (alarmEmail) this.addSubscription(new EmailSubscription(alarmEmail));
  }
}
