import type { DeploymentSettings } from "./deploymentSettings.ts";

/** The size and concurrency of a worker. */
export interface WorkerSettings {
  memoryMb: number;
  /** At least 2 (Lambda's own minimum). Further messages wait in the queue. */
  maxConcurrency: number;
}

/** The interval of a check, if the plan does not set one. */
interface CheckSettings {
  intervalMinutes: number;
}

/** The rate and burst of API Gateway. */
export interface Throttling {
  requestsPerSecond: number;
  burst: number;
}

/** The settings of a stage. */
export interface Settings extends DeploymentSettings {
  /** Part of the names of the stacks and of the operators' function (deployed as …-admin). */
  stage: string;
  /** Lambda gives CPU in proportion to memory: this is how fast an endpoint answers. */
  endpointMemoryMb: number;
  workerMemoryMb: number;
  /** How long the audit log keeps its entries. */
  auditLogDays: number;
  /** CloudTrail records who invokes the operators' function. */
  hasTrail: boolean;
  /** One of the periods that CloudWatch Logs knows: 7, 14, 30, 60, 90 …. */
  logRetentionDays: number;
  /** Of each route, for all resellers together; further requests are answered 429. */
  throttling: Throttling;
  /** The same for routes whose requests take longest, such as onboarding. */
  slowThrottling: Throttling;
  /** For each route that needs no key: the documentation and unknown routes. */
  openThrottling: Throttling;
  /** For each route of the pages that resellers share, for all of them together. */
  sharedPageThrottling: Throttling;
  /** Each reseller's limits, unless an operator sets others; unlimited by default. A day within them costs about 100 USD. */
  rateLimits?: {
    readsPerMinute: number;
    writesPerMinute: number;
    deliveriesPerMinute: number;
    /** Requests of a reseller to an endpoint group at once that take longer than 100 ms. */
    atOnce: number;
  };
  /**
   * Units a second that the table and its indexes take at once; AWS's default is 4,000 writes and 12,000
   * reads. Only raise it: AWS refuses less.
   */
  warmThroughput?: { reads: number; writes: number };
  /** The table, the signing key, the logs and the lost records outlive the stacks. */
  keepData: boolean;
  /** Deletion protection for table and stacks. */
  isProtected: boolean;
  /** Only operators write, for example during a restore of the table. */
  isStopped?: boolean;
  /** Deploys a fix: all requests go to the new version at once, and alarms that are on don't stop it. */
  isUrgent?: boolean;
  /** A new version of the API, or of a worker that decides about downtime, first gets a tenth of the calls. */
  hasCanary: boolean;
  /**
   * The account's concurrency; how much of it workers leave to the endpoint groups, which share it; and the
   * reserved concurrency, which is also the maximum, of each function that needs no key. Without
   * it nothing is reserved, because the quota of a new account does not allow it.
   */
  concurrency?: { account: number; endpoints: number; eachOpen: number };
  /** An alarm goes off when the 99th percentile exceeds this. */
  latencyAlarmMs: number;
  /** Uptime checks of websites that are new or not simply up. */
  uptime: WorkerSettings & CheckSettings;
  /** Rounds of the others. */
  rounds: WorkerSettings;
  subscriptions: WorkerSettings;
  /** `atOnce`: audits in one call. `maxPages`: pages read per audit. */
  audit: WorkerSettings & CheckSettings & { atOnce: number; maxPages: number };
  /** Audits of slow websites, with `atOnce` and `maxPages` of `audit`. */
  slowAudit: WorkerSettings;
  competitorReader: WorkerSettings;
  /** First attempts of deliveries. An endpoint that never answers occupies a worker for 15 seconds. */
  deliverer: WorkerSettings;
  /** Further attempts. */
  retrier: WorkerSettings;
  cleanup: WorkerSettings;
  /** A file of 50 MB is held whole. */
  mailer: WorkerSettings;
  mailFeedback: WorkerSettings;
  /** IANA's list of the RDAP servers of domain registries (RFC 9224). */
  rdapBootstrapUrl: string;
}

/** What is the same in every stage. */
const common = {
  auditLogDays: 400,
  /** For each reseller without limits of its own. */
  rateLimits: {
    readsPerMinute: 6000,
    writesPerMinute: 1200,
    deliveriesPerMinute: 2000,
    atOnce: 10,
  },
  mailFeedback: { memoryMb: 256, maxConcurrency: 2 },
  rdapBootstrapUrl: "https://data.iana.org/rdap/dns.json",
};
const commonAudit = { memoryMb: 1024, intervalMinutes: 24 * 60, atOnce: 16, maxPages: 500 };

/**
 * The settings of each stage: sizes, and account settings such as `alarmEmail` and `contactUrl`, which
 * `DeploymentSettings` lists. Every deployment uses exactly these.
 */
export const stages: Readonly<Record<string, Settings>> = {
  dev: {
    ...common,
    stage: "dev",
    endpointMemoryMb: 512,
    workerMemoryMb: 256,
    hasTrail: false,
    logRetentionDays: 7,
    throttling: { requestsPerSecond: 200, burst: 400 },
    slowThrottling: { requestsPerSecond: 100, burst: 200 },
    openThrottling: { requestsPerSecond: 10, burst: 20 },
    sharedPageThrottling: { requestsPerSecond: 50, burst: 100 },
    keepData: false,
    isProtected: false,
    hasCanary: false,
    latencyAlarmMs: 3000,
    uptime: { memoryMb: 512, maxConcurrency: 2, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 2 },
    subscriptions: { memoryMb: 256, maxConcurrency: 2 },
    audit: { ...commonAudit, maxConcurrency: 2 },
    slowAudit: { memoryMb: 1024, maxConcurrency: 2 },
    competitorReader: { memoryMb: 512, maxConcurrency: 2 },
    deliverer: { memoryMb: 512, maxConcurrency: 10 },
    retrier: { memoryMb: 512, maxConcurrency: 10 },
    cleanup: { memoryMb: 256, maxConcurrency: 2 },
    mailer: { memoryMb: 256, maxConcurrency: 2 },
  },
  prod: {
    ...common,
    stage: "prod",
    endpointMemoryMb: 1024,
    workerMemoryMb: 512,
    hasTrail: true,
    logRetentionDays: 90,
    throttling: { requestsPerSecond: 5000, burst: 5000 },
    slowThrottling: { requestsPerSecond: 2500, burst: 5000 },
    openThrottling: { requestsPerSecond: 50, burst: 100 },
    sharedPageThrottling: { requestsPerSecond: 500, burst: 1000 },
    keepData: true,
    isProtected: true,
    hasCanary: true,
    latencyAlarmMs: 1500,
    concurrency: { account: 3000, endpoints: 1000, eachOpen: 20 },
    uptime: { memoryMb: 512, maxConcurrency: 50, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 100 },
    subscriptions: { memoryMb: 512, maxConcurrency: 5 },
    audit: { ...commonAudit, maxConcurrency: 100 },
    slowAudit: { memoryMb: 1024, maxConcurrency: 40 },
    competitorReader: { memoryMb: 512, maxConcurrency: 10 },
    deliverer: { memoryMb: 512, maxConcurrency: 100 },
    retrier: { memoryMb: 512, maxConcurrency: 100 },
    cleanup: { memoryMb: 512, maxConcurrency: 10 },
    mailer: { memoryMb: 512, maxConcurrency: 5 },
  },
};
