import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { auditsAtOnce } from "../../shared/audit/limits.ts";
import { EVERY_READ, EVERY_WRITE } from "../data/table.ts";
import type { Settings } from "../settings.ts";
import { checkedLate } from "./uptime.ts";
import { Worker } from "./worker.ts";

/** The lateness of an alarm: a quarter of the interval, which is six hours for daily audits. */
const lateSeconds = (intervalMinutes: number) => (intervalMinutes * 60) / 4;
/** Messages per call, as a multiple of the audits at once, so that one slow website wastes less of the call. */
const BATCHES = 4;
/**
 * Batching window: messages that arrive within it share calls, such as those that the schedule enqueues in a minute. The
 * audit of a prospect, which somebody watches, starts at most this long after the prospect was made.
 */
const GATHERING = Duration.seconds(5);

interface AuditProps {
  settings: Settings;
  table: ITableV2;
}

/** Audits websites; a message names one. */
export class Audit extends Worker {
  constructor(scope: Construct, id: string, { settings, table }: AuditProps) {
    const { audit, rdapBootstrapUrl, nominatimUrl, pageSpeedSecretArn } = settings;
    const atOnce = auditsAtOnce(audit.memoryMb);
    super(scope, id, {
      settings,
      table,
      folder: "workers/audit",
      description: "Crawls a website and reports what is wrong with it",
      loss: "The feed gets no audit results",
      size: audit,
      access: {
        table: {
          // Its `DeleteItem` releases a host.
          "reseller#": [...EVERY_READ, ...EVERY_WRITE, "ConditionCheckItem"],
          // The rounds of the website's bucket, for its uptime.
          "bucket#": ["Query"],
          "schedule#": ["Query"],
          "answer#": ["GetItem", "PutItem"],
          "usage#": ["UpdateItem"],
        },
      },
      // Each of the batches takes two minutes at most.
      timeout: Duration.minutes(2 * BATCHES + 1),
      // The claim of a call that died expires a minute after its end; a retry must come later.
      hiddenFor: Duration.minutes(2),
      batchSize: BATCHES * atOnce,
      measuresLateness: true,
      maxBatchingWindow: GATHERING,
      environment: {
        AUDIT_INTERVAL_MINUTES: String(audit.intervalMinutes),
        AUDIT_MAX_PAGES: String(audit.maxPages),
        AUDIT_AT_ONCE: String(atOnce),
        RDAP_BOOTSTRAP_URL: rdapBootstrapUrl,
        ...(nominatimUrl && { NOMINATIM_URL: nominatimUrl }),
        ...(pageSpeedSecretArn && { PAGESPEED_SECRET_ARN: pageSpeedSecretArn }),
      },
    });
    const loss = "One in a hundred websites is audited hours late: its feed shows old results.";
    const seconds = lateSeconds(audit.intervalMinutes);
    this.watches.push(checkedLate(this.function, { loss, seconds }));
    if (pageSpeedSecretArn)
      this.function.allow(["secretsmanager:GetSecretValue"], pageSpeedSecretArn);
  }
}
