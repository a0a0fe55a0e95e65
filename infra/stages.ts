import type { DeploymentSettings } from "./deploymentSettings.ts";

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

/** Requests a second that API Gateway takes, and how many at once. */
export interface Throttling {
  requestsPerSecond: number;
  burst: number;
}

/** What differs from stage to stage. */
export interface Settings extends DeploymentSettings {
  /** Part of the names of the stack and of the admin function. */
  stage: string;
  /** Lambda gives CPU in proportion to memory: this is how fast an endpoint answers. */
  endpointMemoryMb: number;
  workerMemoryMb: number;
  /** One of the periods that CloudWatch Logs knows: 7, 14, 30, 60, 90 …. */
  logRetentionDays: number;
  /** Requests that the API takes of all resellers together; what exceeds it is answered 429. */
  throttling: Throttling;
  /** The same of each route that needs no key: the documentation, and what is no route at all. */
  openThrottling: Throttling;
  /** Requests that each reseller may make a minute, where an operator has not set others; without it, any. */
  rateLimits?: { readsPerMinute: number; writesPerMinute: number };
  /** The table, the signing key, the logs and the lost records outlive the stack. */
  keepData: boolean;
  /** Deletion protection for table and stack. */
  isProtected: boolean;
  /** Nobody but operators writes anything, as while the table is restored. */
  isStopped?: boolean;
  /** All requests go to a new version at once, and no alarm holds it up: it mends what has set them off. */
  isUrgent?: boolean;
  /** How CodeDeploy moves the API's requests to a new version of a function. */
  shift: "AllAtOnce" | "Canary10Percent10Minutes";
  /**
   * How many functions the account may run at once, and how many of each function of the API are
   * kept free of everybody else, fewer of the two that need no key. No more than these run. Without
   * it nothing is kept, as the quota of a new account demands.
   */
  concurrency?: { account: number; eachEndpoint: number; eachOpen: number };
  /** 99 of 100 requests are faster than this, or an alarm tells. */
  latencyAlarmMs: number;
  /** Checks of websites that are new, or not simply up. */
  uptime: WorkerSettings & CheckSettings;
  /** Rounds of the others. */
  rounds: WorkerSettings;
  subscriptions: WorkerSettings;
  /** A call of it audits so many websites at once; an audit reads at most so many pages of a website. */
  audit: WorkerSettings & CheckSettings & { atOnce: number; maxPages: number };
  /** Audits of websites that take long: as many at once in a call, and as many pages. */
  slowAudit: WorkerSettings;
  competitorReader: WorkerSettings;
  /** First attempts at webhooks' endpoints. One that never answers keeps a worker for 15 seconds. */
  deliverer: WorkerSettings;
  /** Further attempts. */
  retrier: WorkerSettings;
  cleanup: WorkerSettings;
  mailer: WorkerSettings;
  mailFeedback: WorkerSettings;
  /** IANA's list of the RDAP servers of domain registries (RFC 9224). */
  rdapBootstrapUrl: string;
}

const publicServices = { rdapBootstrapUrl: "https://data.iana.org/rdap/dns.json" };

/** Of each reseller, where an operator has not set others. */
const rateLimits = { readsPerMinute: 6000, writesPerMinute: 1200 };

/**
 * What is deployed, stage by stage: sizes, and what belongs to an account, such as `alarmEmail` and
 * `contactUrl` (`DeploymentSettings` of settings.ts lists all). Every deployment does what stands here.
 */
export const stages: Readonly<Record<string, Settings>> = {
  dev: {
    stage: "dev",
    endpointMemoryMb: 512,
    workerMemoryMb: 256,
    logRetentionDays: 7,
    throttling: { requestsPerSecond: 200, burst: 400 },
    openThrottling: { requestsPerSecond: 10, burst: 20 },
    rateLimits,
    keepData: false,
    isProtected: false,
    shift: "AllAtOnce",
    latencyAlarmMs: 3000,
    uptime: { memoryMb: 512, maxConcurrency: 2, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 2 },
    subscriptions: { memoryMb: 256, maxConcurrency: 2 },
    audit: {
      memoryMb: 1024,
      maxConcurrency: 2,
      intervalMinutes: 24 * 60,
      atOnce: 16,
      maxPages: 500,
    },
    slowAudit: { memoryMb: 1024, maxConcurrency: 2 },
    competitorReader: { memoryMb: 512, maxConcurrency: 2 },
    deliverer: { memoryMb: 512, maxConcurrency: 10 },
    retrier: { memoryMb: 512, maxConcurrency: 10 },
    cleanup: { memoryMb: 256, maxConcurrency: 2 },
    mailer: { memoryMb: 256, maxConcurrency: 2 },
    mailFeedback: { memoryMb: 256, maxConcurrency: 2 },
    ...publicServices,
  },
  prod: {
    stage: "prod",
    endpointMemoryMb: 1024,
    workerMemoryMb: 512,
    logRetentionDays: 90,
    throttling: { requestsPerSecond: 2000, burst: 5000 },
    openThrottling: { requestsPerSecond: 50, burst: 100 },
    rateLimits,
    keepData: true,
    isProtected: true,
    shift: "Canary10Percent10Minutes",
    latencyAlarmMs: 1500,
    concurrency: { account: 1000, eachEndpoint: 30, eachOpen: 5 },
    uptime: { memoryMb: 512, maxConcurrency: 50, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 100 },
    subscriptions: { memoryMb: 512, maxConcurrency: 5 },
    audit: {
      memoryMb: 1024,
      maxConcurrency: 100,
      intervalMinutes: 24 * 60,
      atOnce: 16,
      maxPages: 500,
    },
    slowAudit: { memoryMb: 1024, maxConcurrency: 40 },
    competitorReader: { memoryMb: 512, maxConcurrency: 10 },
    deliverer: { memoryMb: 512, maxConcurrency: 100 },
    retrier: { memoryMb: 512, maxConcurrency: 100 },
    cleanup: { memoryMb: 512, maxConcurrency: 10 },
    mailer: { memoryMb: 512, maxConcurrency: 5 },
    mailFeedback: { memoryMb: 256, maxConcurrency: 2 },
    ...publicServices,
  },
};
