import { Duration } from "aws-cdk-lib";
import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { ServiceFunction } from "./serviceFunction.ts";

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
      loss: `${handler.loss}: its function crashes or runs out of time.`,
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

/** What a function was given and gave up. */
export function watchDeadLetters(
  { folder }: ServiceFunction,
  { queue, loss }: { queue: IQueue; loss: string },
): Watch {
  const metric = queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD });
  return { id: `${folder}GaveUp`, loss, metric, above: 0 };
}
