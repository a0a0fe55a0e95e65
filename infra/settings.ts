// Without the CDK, which takes half a second to load: the operators' command line reads it too.

/** What differs from account to account, and is said on the command line: `-c contactUrl=…`. */
export interface DeploymentSettings {
  /** Gets a mail when an alarm goes off; without it the alarms only go to their topic. */
  alarmEmail?: string;
  /** Where the owner of a website finds out who visits it; without it, the API's own address. */
  contactUrl?: string;
  /** A secret whose text is a key of the PageSpeed Insights API; without it no speed is measured. */
  pageSpeedSecretArn?: string;
  /**
   * A Nominatim server that businesses are looked up in; without it no directory is asked. The
   * public one allows a request a second of the whole service and no periodic use of any size.
   */
  nominatimUrl?: string;
  /** Where mails come from. SES has to know its domain; without it none is sent. */
  mailFrom?: string;
  /** The origins whose web pages may call the API, with commas between; without them none. */
  allowedOrigins?: string;
  /** Where to report a weakness: the contact of `/.well-known/security.txt`, which is a 404 without it. */
  securityContact?: string;
}

// The contact is between the brackets of the User-Agent, and must not end them.
const WEB_ADDRESS = { kind: "a web address", pattern: /^https?:\/\/[^\s()]+$/ };

/** What each of them must be. */
const deploymentRules: Record<keyof DeploymentSettings, { kind: string; pattern: RegExp }> = {
  alarmEmail: { kind: "an e-mail address", pattern: /^[^\s@]+@[^\s@]+$/ },
  contactUrl: WEB_ADDRESS,
  // With the six characters at its end: a role names exactly the secret it may read.
  pageSpeedSecretArn: {
    kind: "a secret's whole ARN",
    pattern: /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/,
  },
  nominatimUrl: WEB_ADDRESS,
  // SES takes ASCII only, and the domain becomes an identity of it.
  mailFrom: {
    kind: "an e-mail address, in ASCII",
    pattern: /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
  },
  allowedOrigins: {
    kind: "origins such as https://app.example.com, with commas between",
    pattern: /^https?:\/\/[a-z0-9.-]+(:\d+)?(,https?:\/\/[a-z0-9.-]+(:\d+)?)*$/,
  },
  // RFC 9116: a web address has to be https.
  securityContact: {
    kind: "an https:// or mailto: address",
    pattern: /^(https:\/\/|mailto:)[^\s]+$/,
  },
};

/** The names of all settings of a deployment. */
export const deploymentSettings = Object.keys(deploymentRules) as (keyof DeploymentSettings)[];

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
  /** One of the periods that CloudWatch Logs knows: 7, 14, 30, 60, 90 …. */
  logRetentionDays: number;
  /** Requests that the API takes of all resellers together; what exceeds it is answered 429. */
  throttling: { requestsPerSecond: number; burst: number };
  /** Deletion protection for table and stack; the table and its logs outlive the stack. */
  keepData: boolean;
  /** 99 of 100 requests are faster than this, or an alarm tells. */
  latencyAlarmMs: number;
  /** Checks of websites that are new, or not simply up. */
  uptime: WorkerSettings & CheckSettings;
  /** Rounds of the others. */
  rounds: WorkerSettings;
  subscriptions: WorkerSettings;
  /** An audit reads at most this many pages of a website. */
  audit: WorkerSettings & CheckSettings & { maxPages: number };
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

const stages: Record<string, Settings> = {
  dev: {
    stage: "dev",
    endpointMemoryMb: 512,
    workerMemoryMb: 256,
    logRetentionDays: 7,
    throttling: { requestsPerSecond: 20, burst: 40 },
    keepData: false,
    latencyAlarmMs: 3000,
    uptime: { memoryMb: 512, maxConcurrency: 2, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 2 },
    subscriptions: { memoryMb: 256, maxConcurrency: 2 },
    audit: { memoryMb: 1024, maxConcurrency: 2, intervalMinutes: 24 * 60, maxPages: 500 },
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
    throttling: { requestsPerSecond: 500, burst: 1000 },
    keepData: true,
    latencyAlarmMs: 1500,
    uptime: { memoryMb: 512, maxConcurrency: 50, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 100 },
    subscriptions: { memoryMb: 512, maxConcurrency: 5 },
    audit: { memoryMb: 1024, maxConcurrency: 100, intervalMinutes: 24 * 60, maxPages: 500 },
    competitorReader: { memoryMb: 512, maxConcurrency: 10 },
    deliverer: { memoryMb: 512, maxConcurrency: 100 },
    retrier: { memoryMb: 512, maxConcurrency: 100 },
    cleanup: { memoryMb: 512, maxConcurrency: 10 },
    mailer: { memoryMb: 512, maxConcurrency: 5 },
    mailFeedback: { memoryMb: 256, maxConcurrency: 2 },
    ...publicServices,
  },
};

/**
 * The settings of a stage, dev unless told, and of this deployment of it; throws when there is no
 * such stage, or when a setting is not valid.
 */
export function settingsFor(stage = "dev", deployment: DeploymentSettings = {}): Settings {
  const settings = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!settings) {
    throw new Error(`There is no stage "${stage}", only ${Object.keys(stages).join(" and ")}`);
  }
  assertDeploymentSettings(deployment);
  return { ...settings, ...deployment };
}

/** Throws with the name of a setting that can't be one. */
function assertDeploymentSettings(settings: DeploymentSettings) {
  for (const name of deploymentSettings) {
    const { [name]: value } = settings;
    const { kind, pattern } = deploymentRules[name];
    if (value !== undefined && !pattern.test(value)) {
      throw new Error(`${name} must be ${kind}, not "${value}"`);
    }
  }
}

/**
 * Throws where the stage can't be deployed like that: whoever visits thousands of websites says who
 * to turn to, and the address of an API, which answers 404, is no help.
 */
export function assertDeployable({ stage, contactUrl }: Settings) {
  if (stage !== "prod" || contactUrl) return;
  throw new Error(
    "The stage prod needs -c contactUrl=https://…: a page where the owners of websites find out who visits them",
  );
}

/** The operators' function of a stage, as the stack names it and the command line invokes it. */
export function adminFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-admin`;
}
