// Without the CDK, which takes half a second to load: the operators' command line reads it too.
import { METRIC_NAMESPACE } from "../shared/metrics.ts";
import { assertShareOfApi } from "./concurrency.ts";
import { assertDeploymentSettings, type DeploymentSettings } from "./deploymentSettings.ts";
import { stages } from "./stages.ts";

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

/**
 * The settings of a stage, dev unless told, with others in place of its own; throws when there is
 * no such stage, or when a setting is not valid.
 */
export function settingsFor(stage = "dev", others: Partial<Settings> = {}): Settings {
  const own = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!own) {
    throw new Error(`There is no stage "${stage}", only ${Object.keys(stages).join(" and ")}`);
  }
  const settings = { ...own, ...others };
  assertDeploymentSettings(settings);
  assertShareOfApi(settings);
  return settings;
}

const FLAGS: Readonly<Record<string, Partial<Settings>>> = {
  first: { isProtected: false },
  urgent: { isUrgent: true },
};

/** The settings that `-c first=true` and `-c urgent=true` are for one deployment, in place of the stage's own. */
export function flagged(said: (name: string) => unknown): Partial<Settings> {
  const settings: Partial<Settings> = {};
  for (const [name, own] of Object.entries(FLAGS)) {
    const value = said(name);
    if (value === "true") Object.assign(settings, own);
    else if (value !== undefined) throw new Error(`-c ${name}=true, or nothing: not "${value}"`);
  }
  return settings;
}

/** What everything of a stage is marked with in its account. */
export function tagsOf({ stage }: Pick<Settings, "stage">): Record<string, string> {
  return { service: "reseller-monitoring", stage };
}

/** Of the metrics that the functions of a stage count: an account may have several. */
export function metricNamespace({ stage }: Pick<Settings, "stage">): string {
  return `${METRIC_NAMESPACE}/${stage}`;
}

/** The function of a stage that looks at websites from another region, as it is named there and invoked. */
export function probeFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-probe`;
}

/** The operators' function of a stage, as the stack names it and the command line invokes it. */
export function adminFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-admin`;
}
