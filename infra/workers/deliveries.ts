import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import { allowSigning } from "../data/signingKey.ts";
import { EVERY_READ } from "../data/table.ts";
import { rateVariables, type Settings } from "../settings.ts";
import { allowSending, Worker } from "./worker.ts";

interface DeliveriesProps {
  settings: Settings;
  table: ITableV2;
  signingKey: ISecret;
  /** The base URL of the console, for chat messages. */
  apiUrl: string;
}

/**
 * Sends events to resellers' webhooks. The deliverer makes first attempts at endpoints that work, and the retrier
 * all others, so that endpoints that don't answer hold no deliverer.
 */
export class Deliveries extends Construct {
  readonly deliverer: Worker;
  readonly retrier: Worker;

  constructor(
    scope: Construct,
    id: string,
    { settings, table, signingKey, apiUrl }: DeliveriesProps,
  ) {
    super(scope, id);
    const environment = { ...rateVariables(settings), API_URL: apiUrl };
    this.deliverer = new Worker(this, "Deliverer", {
      settings,
      table,
      folder: "workers/deliverer",
      description: "Sends events to webhooks for the first time",
      loss: "Resellers' webhooks receive no events",
      access: {
        table: {
          "reseller#": ["GetItem", "BatchGetItem", "PutItem"],
          "rate#": ["UpdateItem"],
        },
      },
      size: settings.deliverer,
      environment,
      timeout: Duration.minutes(1),
      batchSize: 10,
    });
    this.retrier = new Worker(this, "Retrier", {
      settings,
      table,
      folder: "workers/retrier",
      description: "Sends events to webhooks again after failed attempts",
      loss: "Events whose first attempt failed are not sent again",
      access: {
        table: {
          "reseller#": [...EVERY_READ, "PutItem"],
          "rate#": ["UpdateItem"],
        },
        index: { "reseller#": ["Query"] },
        search: { "reseller#": ["Query"] },
      },
      size: settings.retrier,
      environment,
      // Attempts begin for half a minute, and the last ones take 15 seconds; a claim of a webhook lasts 90.
      timeout: Duration.minutes(1),
      batchSize: 10,
    });
    // A range of deliveries that takes longer than one call continues in the next.
    allowSending(this.retrier.function, { RETRIES_QUEUE_URL: this.retrier });
    const workers = [this.deliverer, this.retrier];
    for (const { function: worker } of workers) allowSigning(worker, signingKey);
  }
}
