import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Settings } from "../settings.ts";
import { ATTEMPTS, Worker } from "./worker.ts";

/** Reads a competitor's missing details from its site; a message names the competitor. */
export class CompetitorReader extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: ITableV2 },
  ) {
    super(scope, id, {
      settings,
      table,
      folder: "workers/competitorReader",
      description: "Reads who a competitor is from its site",
      loss: "Competitors stay without their details",
      access: {
        table: {
          "reseller#": ["GetItem", "UpdateItem"],
        },
      },
      size: settings.competitorReader,
      timeout: Duration.minutes(1),
      batchSize: 5,
      environment: { ATTEMPTS: String(ATTEMPTS) },
    });
  }
}
