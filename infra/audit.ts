import { Duration } from "aws-cdk-lib";
import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { CHECKS, POSTPONED } from "../shared/metrics.ts";
import { percentOf } from "./alarms.ts";
import type { Network } from "./network.ts";
import type { Settings, WorkerSettings } from "./settings.ts";
import { checkedLate, ownMetric } from "./uptime.ts";
import { allowSending, Worker, type WorkerProps } from "./worker.ts";

/** The lateness of an alarm: a quarter of the interval, which is six hours for daily audits. */
const lateSeconds = (intervalMinutes: number) => (intervalMinutes * 60) / 4;
/** Messages per call, as a multiple of the audits at once, so that one slow website wastes less of the call. */
export const BATCHES = 4;
/** The same for slow audits, each of which takes up to seven minutes. */
const SLOW_BATCHES = 2;
/**
 * Batching window: messages that arrive within it share calls. A requested audit starts at most this long
 * after the schedule has enqueued it, which is within a minute.
 */
const GATHERING = Duration.seconds(30);

/** The period of the alarm on postponed audits, which all start on the hour. */
const COUNTED = Duration.hours(1);

interface AuditProps {
  settings: Settings;
  table: ITableV2;
  network?: Network | undefined;
}

interface Kind extends Pick<WorkerProps, "folder" | "description" | "loss"> {
  size: WorkerSettings;
  batches: number;
  /** The variable with the URL of its queue. */
  queueVariable: string;
  /** What a user loses when audits begin late, and when many are put off. */
  losses: { lateness: string; postponed: string };
}

/** A worker that audits websites; a message names one. */
abstract class Auditor extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table, network, ...kind }: AuditProps & Kind,
  ) {
    const { audit, rdapBootstrapUrl, nominatimUrl, pageSpeedSecretArn } = settings;
    const { batches, queueVariable, losses, ...own } = kind;
    super(scope, id, {
      ...own,
      settings,
      table,
      network,
      access: {
        table: {
          "reseller#": ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
          // The rounds of the website's bucket, for its uptime.
          "bucket#": ["Query"],
          "buckets#": ["Query"],
          "answer#": ["GetItem", "PutItem"],
          "paceSlot#": ["GetItem", "PutItem", "UpdateItem"],
          "site#": ["GetItem", "UpdateItem", "DeleteItem"],
          "usage#": ["UpdateItem"],
        },
      },
      // Lambda's maximum: a polite crawl takes time.
      timeout: Duration.minutes(15),
      // The claim of a call that died expires a minute after its end; a retry must come later.
      hiddenFor: Duration.minutes(2),
      batchSize: batches * audit.atOnce,
      measuresLateness: true,
      maxBatchingWindow: GATHERING,
      environment: {
        AUDIT_INTERVAL_MINUTES: String(audit.intervalMinutes),
        AUDIT_MAX_PAGES: String(audit.maxPages),
        AUDIT_AT_ONCE: String(audit.atOnce),
        RDAP_BOOTSTRAP_URL: rdapBootstrapUrl,
        ...(nominatimUrl && { NOMINATIM_URL: nominatimUrl }),
        ...(pageSpeedSecretArn && { PAGESPEED_SECRET_ARN: pageSpeedSecretArn }),
      },
    });
    const { lateness: loss, postponed } = losses;
    const begun = ownMetric(this.function, CHECKS, Stats.SUM);
    this.watches.push(
      checkedLate(this.function, { loss, seconds: lateSeconds(audit.intervalMinutes) }),
      {
        id: `${this.function.folderName}Postponed`,
        loss: postponed,
        metric: percentOf(ownMetric(this.function, POSTPONED, Stats.SUM), {
          of: begun,
          least: 3,
          period: COUNTED,
        }),
        above: 5,
      },
    );
    // A failed message is retried before its visibility timeout ends; while a host is busy, another is sent.
    allowSending(this.function, { [queueVariable]: this });
    this.function.allow(["sqs:ChangeMessageVisibility"], this.queue.queueArn);
    if (!pageSpeedSecretArn) return;
    this.function.allow(["secretsmanager:GetSecretValue"], pageSpeedSecretArn);
  }
}

export class Audit extends Auditor {
  constructor(scope: Construct, id: string, props: AuditProps) {
    super(scope, id, {
      ...props,
      folder: "audit",
      description: "Crawls a website and reports what is wrong with it",
      loss: "The feed gets no audit results",
      size: props.settings.audit,
      batches: BATCHES,
      queueVariable: "AUDIT_QUEUE_URL",
      losses: {
        lateness: "One in a hundred websites is audited hours late: its feed shows old results.",
        postponed:
          "One audit in twenty is put off, for want of time or memory: feeds show old results.",
      },
    });
  }
}

/** Audits of slow websites, in a queue of their own so that they delay no others. */
export class SlowAudit extends Auditor {
  constructor(scope: Construct, id: string, props: AuditProps) {
    super(scope, id, {
      ...props,
      folder: "audit/slowAudit",
      description: "Crawls websites that take long and reports what is wrong with them",
      loss: "The feed gets no audit results of websites that take long",
      size: props.settings.slowAudit,
      batches: SLOW_BATCHES,
      queueVariable: "SLOW_AUDIT_QUEUE_URL",
      losses: {
        lateness:
          "One in a hundred slow websites is audited hours late: its feed shows old results.",
        postponed:
          "One slow audit in twenty is put off, for want of time or memory: feeds show old results.",
      },
    });
  }
}
