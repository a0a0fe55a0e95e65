import { type Alarm, CfnAlarm, CfnAnomalyDetector } from "aws-cdk-lib/aws-cloudwatch";

/** Id of the band among an alarm's metrics. */
const BAND = "band";

/**
 * Lets an alarm go off above what the last two weeks of its expression make likely, instead of above a
 * fixed value. `deviations` is the width of the band in standard deviations.
 */
export function compareWithBand(alarm: Alarm, deviations: number) {
  const { defaultChild } = alarm.node;
  if (!(defaultChild instanceof CfnAlarm)) throw new Error(`${alarm.node.path} is no alarm`);
  const { metrics } = defaultChild;
  const [expression] = Array.isArray(metrics) ? metrics : [];
  if (!Array.isArray(metrics) || !expression || !("id" in expression)) {
    throw new Error(`${alarm.node.path} has no expression`);
  }
  // The types differ only in which fields are required.
  const metricDataQueries = metrics as CfnAnomalyDetector.MetricDataQueryProperty[];
  new CfnAnomalyDetector(alarm, "Model", { metricMathAnomalyDetector: { metricDataQueries } });
  const band = `ANOMALY_DETECTION_BAND(${expression.id}, ${deviations})`;
  defaultChild.metrics = [...metrics, { id: BAND, expression: band, label: "expected" }];
  defaultChild.comparisonOperator = "GreaterThanUpperThreshold";
  defaultChild.thresholdMetricId = BAND;
  defaultChild.threshold = undefined;
}
