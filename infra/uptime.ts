import { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { METRIC_NAMESPACE } from "../shared/log.ts";
import { PERIOD, type Watch } from "./alarms.ts";
import type { Settings } from "./settings.ts";
import { allowSending, Worker } from "./worker.ts";

/** Checks whether websites are up: a message names up to 25 of them. */
export class Uptime extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: ITableV2 },
  ) {
    super(scope, id, {
      settings,
      table,
      folder: "uptime",
      description: "Checks whether websites are up",
      loss: "Nobody is told when a website goes down or comes back",
      access: {
        table: { "reseller#": ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"] },
        // Whose hosts answered lately: it asks those when most of a round fails.
        index: { "due#": ["Query"] },
      },
      size: settings.uptime,
      // All at once: two attempts of 10 seconds each at most, a control look of 5, and the writing.
      timeout: Duration.minutes(1),
      batchSize: 4,
      environment: {
        UPTIME_INTERVAL_MINUTES: String(settings.uptime.intervalMinutes),
      },
      losses: {
        gaveUp: "Uptime checks fail again and again: what they found is missing.",
        late: "Websites are checked minutes late: a downtime shows late, or not at all.",
      },
    });
    // What has to be confirmed comes again by a message that waits for a minute.
    allowSending(this.function, { UPTIME_QUEUE_URL: this });
    this.watches.push(roundsDiscarded(this.function.functionName));
  }
}

/** Counted by the function itself (`shared/log.ts`). */
function roundsDiscarded(functionName: string): Watch {
  return {
    id: "uptimeRoundsDiscarded",
    loss: "Downtimes show late: most websites and a control look fail, so the workers distrust themselves.",
    metric: new Metric({
      namespace: METRIC_NAMESPACE,
      metricName: "UptimeRoundsDiscarded",
      dimensionsMap: { FunctionName: functionName },
      statistic: "sum",
      period: PERIOD,
    }),
    above: 0,
  };
}
