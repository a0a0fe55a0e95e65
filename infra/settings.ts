import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { assertDeploymentSettings, type DeploymentSettings } from "./deploymentSettings.ts";

/** How big a worker is, and how many of it run at once. */
export interface WorkerSettings {
  memoryMb: number;
  /** At least 2 (Lambda's own minimum). What it can't take at once waits in the queue. */
  maxConcurrency: number;
}

/** How often a website is checked, where its plan does not say. */
export interface CheckSettings {
  intervalMinutes: number;
}

/** What differs from stage to stage. */
export interface Settings extends DeploymentSettings {
  /** Part of the names of the stack and of the admin function. */
  stage: string;
  /** Lambda gives CPU in proportion to memory: this is how fast an endpoint answers. */
  endpointMemoryMb: number;
  workerMemoryMb: number;
  logRetention: RetentionDays;
  /** Requests that the API takes of all resellers together; what exceeds it is answered 429. */
  throttling: { requestsPerSecond: number; burst: number };
  /** Deletion protection for table and stack; the table and its logs outlive the stack. */
  keepData: boolean;
  /** 99 of 100 requests are faster than this, or an alarm tells. */
  latencyAlarmMs: number;
  uptime: WorkerSettings & CheckSettings;
  /** An audit reads at most this many pages of a website. */
  audit: WorkerSettings & CheckSettings & { maxPages: number };
  competitorReader: WorkerSettings;
  /** IANA's list of the RDAP servers of domain registries (RFC 9224). */
  rdapBootstrapUrl: string;
}

const publicServices = { rdapBootstrapUrl: "https://data.iana.org/rdap/dns.json" };

const stages: Record<string, Settings> = {
  dev: {
    stage: "dev",
    endpointMemoryMb: 512,
    workerMemoryMb: 256,
    logRetention: RetentionDays.ONE_WEEK,
    throttling: { requestsPerSecond: 20, burst: 40 },
    keepData: false,
    latencyAlarmMs: 3000,
    uptime: { memoryMb: 512, maxConcurrency: 2, intervalMinutes: 5 },
    audit: { memoryMb: 1024, maxConcurrency: 2, intervalMinutes: 24 * 60, maxPages: 500 },
    competitorReader: { memoryMb: 512, maxConcurrency: 2 },
    ...publicServices,
  },
  prod: {
    stage: "prod",
    endpointMemoryMb: 1024,
    workerMemoryMb: 512,
    logRetention: RetentionDays.THREE_MONTHS,
    throttling: { requestsPerSecond: 500, burst: 1000 },
    keepData: true,
    latencyAlarmMs: 1500,
    uptime: { memoryMb: 512, maxConcurrency: 50, intervalMinutes: 5 },
    audit: { memoryMb: 1024, maxConcurrency: 100, intervalMinutes: 24 * 60, maxPages: 500 },
    competitorReader: { memoryMb: 512, maxConcurrency: 10 },
    ...publicServices,
  },
};

/**
 * The settings of a stage, dev unless told, and of this deployment of it; throws when there is no
 * such stage, or when a setting is none.
 */
export function settingsFor(stage = "dev", deployment: DeploymentSettings = {}): Settings {
  const settings = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!settings) {
    throw new Error(`There is no stage "${stage}", only ${Object.keys(stages).join(" and ")}`);
  }
  assertDeploymentSettings(deployment);
  return { ...settings, ...deployment };
}
