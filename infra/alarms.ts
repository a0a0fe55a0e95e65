import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Construct } from "constructs";
import { AlarmTopic } from "./alarmTopic.ts";
import type { Settings } from "./settings.ts";
import type { Watch } from "./watch.ts";

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
