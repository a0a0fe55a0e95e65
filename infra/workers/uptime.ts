import { Duration, Stack } from "aws-cdk-lib";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { LATENESS } from "../../shared/platform/metrics.ts";
import { EVERY_READ } from "../data/table.ts";
import type { ServiceFunction } from "../function/serviceFunction.ts";
import { controlVariables, probeFunctionName, type Settings } from "../settings.ts";
import { PERIOD, sumOf, type Watch } from "../watching/alarms.ts";
import { allowSending, Worker } from "./worker.ts";

interface UptimeProps {
  settings: Settings;
  table: ITableV2;
}

/** Probes websites separately that are new or not plainly up: each has a message. */
export class Uptime extends Worker {
  constructor(scope: Construct, id: string, { settings, table }: UptimeProps) {
    const late = lateSeconds(settings);
    super(scope, id, {
      settings,
      table,
      folder: "workers/uptime",
      isGradual: true,
      description: "Probes websites that are new, down, unstable or being confirmed",
      loss: "Nobody is told when a website goes down or comes back",
      access: {
        table: {
          "reseller#": ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"],
          // The log of a bucket's probes, and the depth of an interval's buckets.
          "bucket#": ["PutItem"],
          "schedule#": ["Query"],
        },
      },
      size: settings.uptime,
      // Two requests of 10 and 5 seconds, 20 seconds for the pace of a crowded host, 5 for control addresses, and the writing.
      timeout: Duration.seconds(70),
      // They mostly wait for an answer, so several share a call.
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      measuresLateness: true,
      environment: controlVariables(settings),
    });
    // A check that has to be confirmed is sent again, delayed by a minute.
    allowSending(this.function, { UPTIME_QUEUE_URL: this });
    this.watches.push(checkedLate(this.function, { seconds: late, pages: true }));
    if (settings.probeRegions) this.confirmElsewhere(settings.stage, settings.probeRegions);
  }

  /** Asks other regions, whose probe functions are separate stacks, before a website counts as down. */
  private confirmElsewhere(stage: string, regions: readonly string[]) {
    const functionName = probeFunctionName(stage);
    const { account, partition } = Stack.of(this);
    this.function.addEnvironment("PROBE_REGIONS", regions.join());
    this.function.addEnvironment("PROBE_FUNCTION_NAME", functionName);
    this.function.allow(
      ["lambda:InvokeFunction"],
      regions.map(
        (region) => `arn:${partition}:lambda:${region}:${account}:function:${functionName}`,
      ),
    );
    this.watches.push(notConfirmed(this.function));
  }
}

/** Makes the rounds of buckets, whose websites are up: a message names several buckets. */
export class Rounds extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table, uptime }: UptimeProps & { uptime: Worker },
  ) {
    const late = lateSeconds(settings);
    super(scope, id, {
      settings,
      table,
      folder: "workers/rounds",
      isGradual: true,
      description:
        "Probes the websites that are up, a bucket of about 100 at a time, and writes figures",
      loss: "Nobody is told when a website goes down",
      access: {
        table: {
          "reseller#": [...EVERY_READ, "PutItem", "UpdateItem"],
          "bucket#": ["GetItem", "Query", "PutItem", "UpdateItem"],
          "schedule#": ["Query"],
          "usage#": ["UpdateItem"],
        },
        index: { "roster#": ["Query"] },
      },
      environment: controlVariables(settings),
      size: settings.rounds,
      // Two requests of 10 and 5 seconds, 20 seconds for the pace of a crowded host, 5 for control addresses, and the writing.
      timeout: Duration.seconds(60),
      batchSize: 1,
      measuresLateness: true,
    });
    // Websites that are not plainly up are probed separately.
    allowSending(this.function, { UPTIME_QUEUE_URL: uptime });
    this.watches.push(
      checkedLate(this.function, { seconds: late, pages: true }),
      roundsDiscarded([uptime.function, this.function]),
    );
  }
}

/** A check that is this late is late by almost an interval. */
function lateSeconds({ uptime }: Settings): number {
  return Math.round(uptime.intervalMinutes * 60 * 0.8);
}

/** Counted by the functions themselves (`shared/platform/metrics.ts`). */
function roundsDiscarded(workers: ServiceFunction[]): Watch {
  return {
    id: "roundsDiscarded",
    loss: "Downtimes show late: most websites fail, and the control addresses as well, so rounds are repeated.",
    metric: sumOf(workers.map((from) => ownMetric(from, "UptimeRoundsDiscarded", Stats.SUM))),
  };
}

/** Counted by the function itself. A single throttled call means nothing; a quarter of an hour of them does. */
function notConfirmed(from: ServiceFunction): Watch {
  return {
    id: `${from.folderName}Unconfirmed`,
    loss: "A website that only one region can't reach counts as down: another region has no vote.",
    metric: ownMetric(from, "ProbesUnanswered", Stats.SUM),
    above: 0,
    periods: 3,
  };
}

const LATE = "One in a hundred websites is checked nearly an interval late: a downtime shows late.";

/** How late websites are checked, measured by the function itself (`shared/platform/metrics.ts`). */
export function checkedLate(
  from: ServiceFunction,
  { seconds, loss = LATE, pages = false }: { seconds: number; loss?: string; pages?: boolean },
): Watch {
  return {
    id: `${from.folderName}Lateness`,
    loss,
    metric: ownMetric(from, LATENESS, Stats.p(99)),
    above: seconds,
    pages,
  };
}

/** Counted by the function itself. */
export function ownMetric(
  { functionName, metricNamespace: namespace }: ServiceFunction,
  metricName: string,
  statistic: string,
) {
  return new Metric({
    namespace,
    metricName,
    dimensionsMap: { FunctionName: functionName },
    statistic,
    period: PERIOD,
  });
}
