import { type IMetric, MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FAILED_CALLS } from "../shared/metrics.ts";
import { PERIOD, type Watch } from "./alarms.ts";
import { EndpointFunction } from "./endpointGroup.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

/** The failed share, in percent of a version's own calls, that stops it; and the least number of failures. */
const API = { percent: 2, least: 2 };
// A host that fails, or a bad message, fails calls of every version.
const WORKER = { percent: 20, least: 3 };

/** The failures of a function's newest version, and for the API its latency. They go to CodeDeploy only. */
export function watchVersion(handler: ServiceFunction, settings: Settings): Watch[] {
  const isApi = handler instanceof EndpointFunction;
  const { percent, least } = isApi ? API : WORKER;
  const failures: Watch = {
    id: `${handler.folderName}VersionFailures`,
    loss: `${handler.loss}: more than ${percent} % of the calls of the newest version fail.`,
    metric: failedShare(handler, least),
    above: percent,
  };
  if (!isApi) return [failures];
  const latency: Watch = {
    id: `${handler.folderName}VersionLatency`,
    loss: `${handler.loss}, or wait: a tenth of the newest version's calls take longer than ${settings.latencyAlarmMs} ms.`,
    metric: ofVersion(handler, "Duration", Stats.p(90)),
    above: settings.latencyAlarmMs,
  };
  return [failures, latency];
}

/** Errors of Lambda and failed calls of a version, in percent of its calls; 0 below `least`. */
function failedShare(handler: ServiceFunction, least: number): IMetric {
  const failed = new Metric({
    namespace: handler.metricNamespace,
    metricName: FAILED_CALLS,
    dimensionsMap: {
      FunctionName: handler.functionName,
      FunctionVersion: handler.currentVersion.version,
    },
    statistic: Stats.SUM,
    period: PERIOD,
  });
  return new MathExpression({
    expression: `IF(errors + FILL(failed, 0) >= ${least}, 100 * (errors + FILL(failed, 0)) / calls, 0)`,
    usingMetrics: {
      errors: ofVersion(handler, "Errors", Stats.SUM),
      failed,
      calls: ofVersion(handler, "Invocations", Stats.SUM),
    },
    period: PERIOD,
    label: "percent",
  });
}

/** A metric of the newest version, of calls by the alias. */
function ofVersion(handler: ServiceFunction, metricName: string, statistic: string): Metric {
  return new Metric({
    namespace: "AWS/Lambda",
    metricName,
    dimensionsMap: {
      FunctionName: handler.functionName,
      Resource: `${handler.functionName}:${handler.live.aliasName}`,
      ExecutedVersion: handler.currentVersion.version,
    },
    statistic,
    period: PERIOD,
  });
}
