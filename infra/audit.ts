import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";
import { checkedLate } from "./uptime.ts";
import { Worker } from "./worker.ts";

/** A quarter of the interval: six hours of a day's. */
const lateSeconds = (intervalMinutes: number) => (intervalMinutes * 60) / 4;
/** A call gets so many times what it audits at once, so that one slow website keeps it for less of its time. */
export const BATCHES = 4;
/** How long messages are gathered, which is how much later an audit begins. */
export const GATHERING = Duration.seconds(30);

/** Crawls websites and reports what is wrong with them: a message names one. */
export class Audit extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: ITableV2 },
  ) {
    const { audit, rdapBootstrapUrl, nominatimUrl, pageSpeedSecretArn } = settings;
    super(scope, id, {
      settings,
      table,
      folder: "audit",
      description: "Crawls a website and reports what is wrong with it",
      loss: "The feed gets no audit results",
      access: {
        table: {
          "reseller#": ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
          // What the rounds of the website's roster have seen: its uptime.
          "roster#": ["Query"],
          "answer#": ["GetItem", "PutItem"],
          "paceSlot#": ["GetItem", "PutItem", "UpdateItem"],
          "site#": ["GetItem", "PutItem", "UpdateItem", "DeleteItem"],
        },
      },
      size: audit,
      // As long as Lambda lets it: politeness takes time.
      timeout: Duration.minutes(15),
      // One that dies keeps its claim for a minute more, and would not be tried again before.
      hiddenFor: Duration.minutes(2),
      batchSize: BATCHES * audit.atOnce,
      maxBatchingWindow: GATHERING,
      environment: {
        AUDIT_INTERVAL_MINUTES: String(audit.intervalMinutes),
        AUDIT_MAX_PAGES: String(audit.maxPages),
        AUDIT_AT_ONCE: String(audit.atOnce),
        RDAP_BOOTSTRAP_URL: rdapBootstrapUrl,
        ...(nominatimUrl && { NOMINATIM_URL: nominatimUrl }),
        ...(pageSpeedSecretArn && { PAGESPEED_SECRET_ARN: pageSpeedSecretArn }),
      },
      losses: {
        gaveUp: "The audit of a website fails again and again: its feed shows old results.",
        late: "Websites are audited hours late: their feeds show old results.",
      },
    });
    this.watches.push(
      checkedLate(this.function, {
        loss: "One in a hundred websites is audited hours late: its feed shows old results.",
        seconds: lateSeconds(audit.intervalMinutes),
      }),
    );
    // A message that failed need not wait until its time would have been over.
    this.function.addEnvironment("AUDIT_QUEUE_URL", this.queue.queueUrl);
    this.function.allow(["sqs:ChangeMessageVisibility"], this.queue.queueArn);
    if (!pageSpeedSecretArn) return;
    this.function.allow(["secretsmanager:GetSecretValue"], pageSpeedSecretArn);
  }
}
