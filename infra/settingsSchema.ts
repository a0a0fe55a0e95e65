// Without the CDK, which takes half a second to load: the operators' command line reads it too.

import * as z from "zod/mini";
import { Problem } from "./cli/terminal.ts";

const text = (kind: string, pattern: RegExp) => z.string().check(z.regex(pattern, kind));
const wholeFrom = (least: number) => {
  const rule = `must be a whole number of ${least} or more`;
  return z.int(rule).check(z.gte(least, rule));
};
const count = wholeFrom(1);
const flag = z.boolean("must be true or false");

const WEB_ADDRESS = /^https?:\/\/[^\s()]+$/;
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** Who gets messages of alarms: by e-mail, or by HTTPS, for which SNS asks for a confirmation. */
const recipients = z.array(
  text("must be e-mail addresses and https:// addresses", /^([^\s@]+@[^\s@]+|https:\/\/\S+)$/),
);

/** The size and concurrency of a worker. */
const worker = z.strictObject({
  memoryMb: count,
  /** At least 2 (Lambda's own minimum). Further messages wait in the queue. */
  maxConcurrency: wholeFrom(2),
});

/** A worker with the interval of its checks, if the plan does not set one. */
const checks = { ...worker.shape, intervalMinutes: count };

/** The rate and burst of API Gateway. */
const throttling = z.strictObject({ requestsPerSecond: count, burst: count });

/** The settings of a stage. */
export const settingsSchema = z.strictObject({
  /** Part of the names of the stacks and of the operators' function (deployed as …-admin). */
  stage: z.string(),
  /** The stacks' region; that of the shell's profile by default. */
  region: z.exactOptional(text("must be an AWS region", REGION)),
  /** Another text publishes a new version of every function, for a change that their code does not show. */
  release: z.exactOptional(text("must be a word such as 2026-11-29.1", /^[\w.-]+$/)),

  // Who is told what.
  /** Who has to act at once: an outage. */
  page: z.exactOptional(recipients),
  /** Who looks at it on the next working day: everything else. */
  notify: z.exactOptional(recipients),
  /** `notify` is told when AWS is going to cost more US dollars in a month. */
  budgetUsd: z.exactOptional(count),
  /** Route 53 asks `/health` from several regions, and an alarm in us-east-1 pages. */
  hasHealthCheck: flag,
  /** The page that tells owners of websites who visits them; the API's own address by default. */
  // It stands in parentheses in the User-Agent, so it can't contain any.
  contactUrl: z.exactOptional(text("must be a web address", WEB_ADDRESS)),
  /** The contact for vulnerability reports in `/.well-known/security.txt`, which is a 404 without it. */
  // RFC 9116: a web address has to be https.
  securityContact: z.exactOptional(
    text("must be an https:// or mailto: address", /^(https:\/\/|mailto:)[^\s]+$/),
  ),
  /** An alarm goes off when the 99th percentile exceeds this. */
  latencyAlarmMs: count,
  /** One of the periods that CloudWatch Logs knows: 7, 14, 30, 60, 90 …. */
  logRetentionDays: count,

  // The API.
  /** The API's own domain name, such as `api.example.com`; AWS assigns one by default. */
  domainName: z.exactOptional(
    text("must be a host name such as api.example.com", /^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
  ),
  /** The certificate of the domain name, in the stack's region. */
  certificateArn: z.exactOptional(
    text("must be the ARN of a certificate", /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/),
  ),
  /** The API's address (the output `ApiUrl`) for the health check, without a domain name. */
  apiUrl: z.exactOptional(text("must be an https:// address", /^https:\/\/[^\s()]+$/)),
  /** Of each route, for all resellers together; further requests are answered 429. */
  throttling,
  /** Of each route that needs no key: shared pages, documentation, unknown routes. */
  openThrottling: throttling,
  /** Each reseller's limits, unless an operator sets others; unlimited by default. A day within them costs 300 USD at most. */
  rateLimits: z.exactOptional(
    z.strictObject({
      readsPerMinute: count,
      writesPerMinute: count,
      deliveriesPerMinute: count,
    }),
  ),

  // Data.
  /** The table, the signing key, the logs and the lost records outlive the stacks. */
  keepData: flag,
  /** Deletion protection for table and stacks. */
  isProtected: flag,
  /**
   * The stream of a table that was restored from a backup. The stack uses that table instead of its
   * own, which it keeps unchanged.
   */
  restoredStreamArn: z.exactOptional(
    text(
      "must be the ARN of a table's stream",
      /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\dT:.-]+$/,
    ),
  ),

  // Deployment.
  /** Only operators write, for example during a restore of the table. */
  isStopped: z.exactOptional(flag),
  /** Deploys a fix: all requests go to the new version at once, and alarms that are on don't stop it. */
  isUrgent: z.exactOptional(flag),
  /** A new version of the API, or of a worker that decides about downtime, first gets a tenth of the calls. */
  hasCanary: flag,

  // Functions.
  /** Lambda gives CPU in proportion to memory: this is how fast an endpoint answers. */
  endpointMemoryMb: count,
  workerMemoryMb: count,
  /**
   * The reserved concurrency, which is also the maximum, of the function that answers without a key: floods of its
   * routes leave the rest to resellers. None by default, because the quota of a new account does not allow it.
   */
  openConcurrency: z.exactOptional(count),
  /** Uptime checks of websites that are new or not simply up. */
  uptime: z.strictObject(checks),
  /** Rounds of the others. */
  rounds: worker,
  subscriptions: worker,
  /** `memoryMb` says how many audits run at once, here and on AWS. `maxPages`: pages read per audit. */
  audit: z.strictObject({ ...checks, maxPages: count }),
  competitorReader: worker,
  /** First attempts of deliveries. An endpoint that never answers occupies a worker for 15 seconds. */
  deliverer: worker,
  /** Further attempts. */
  retrier: worker,
  cleanup: worker,
  mailer: worker,

  // Visits and mail.
  /**
   * Addresses that hardly ever fail. If most websites of a call and all of these fail, the fault is the
   * worker's own. Without any, failures are always believed.
   */
  controlUrls: z.exactOptional(z.array(text("must be web addresses", WEB_ADDRESS))),
  /** Regions that confirm a failure before a website counts as down; none by default. */
  probeRegions: z.exactOptional(
    z.array(text("must be AWS regions", REGION)).check(z.minLength(1, "must be AWS regions")),
  ),
  /** A secret with a key of the PageSpeed Insights API; without it no speed is measured. */
  // With the random six characters at its end, because the role names exactly one secret.
  pageSpeedSecretArn: z.exactOptional(
    text(
      "must be a secret's whole ARN",
      /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/,
    ),
  ),
  /**
   * Your own Nominatim server for looking up businesses; without it no directory is asked. The policy of the public
   * server does not allow systematic use.
   */
  nominatimUrl: z.exactOptional(text("must be a web address", WEB_ADDRESS)),
  /** IANA's list of the RDAP servers of domain registries (RFC 9224). */
  rdapBootstrapUrl: z.string(),
  /** The sender of mails, whose domain SES has to know; without it no mail is sent. SES takes ASCII only. */
  mailFrom: z.exactOptional(
    text("must be an e-mail address, in ASCII", /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i),
  ),
});

export type Settings = z.infer<typeof settingsSchema>;
export type WorkerSettings = z.infer<typeof worker>;
export type Throttling = z.infer<typeof throttling>;

/** Throws an error that names the invalid setting. */
export function assertValid(settings: Settings) {
  const [issue] = settingsSchema.safeParse(settings).error?.issues ?? [];
  if (!issue) return;
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const name = [...issue.path, ...keys].join(".");
  const where = `infra/stages.ts, under ${settings.stage}`;
  if (keys.length > 0) throw new Problem(`There is no setting ${name}: remove it from ${where}.`);
  const value = issue.path.reduce(valueIn, settings);
  if (value === undefined) throw new Problem(`The setting ${name} is missing: add it to ${where}.`);
  throw new Problem(`${name} ${issue.message}, not ${JSON.stringify(value)}`);
}

/** A list stands for its items, because its rule speaks of all of them. */
function valueIn(settings: unknown, key: PropertyKey): unknown {
  return Array.isArray(settings) ? settings : Object(settings)[key];
}

/** The settings that prod requires, and what each is for. */
const NEEDED_IN_PROD = {
  page: "who is told of an outage at once",
  notify: "who is told of everything else",
  budgetUsd: "what a month on AWS may cost",
  contactUrl: "a page that tells website owners who visits them",
};

/** Throws when the stage can't be deployed with these settings, and says what to write where. */
export function assertDeployable(settings: Settings) {
  const { stage, domainName, certificateArn, probeRegions, contactUrl, apiUrl } = settings;
  const where = `infra/stages.ts, under ${stage}`;
  if (Boolean(domainName) !== Boolean(certificateArn)) {
    throw new Problem(`domainName and certificateArn belong together: set both in ${where}.`);
  }
  if (probeRegions && !contactUrl) {
    throw new Problem(
      `probeRegions needs contactUrl, because the API's own address is not known in other regions: add it to ${where}.`,
    );
  }
  if (stage === "prod") {
    const missing = Object.entries(NEEDED_IN_PROD).filter(
      ([name]) => settings[name as keyof typeof NEEDED_IN_PROD] === undefined,
    );
    const wanted = missing.map(([name, why]) => `${name} (${why})`);
    if (wanted.length > 0) {
      const list = new Intl.ListFormat("en-GB").format(wanted);
      throw new Problem(`The stage prod needs ${list}: add them to ${where}.`);
    }
  }
  // The first deployment makes the address.
  if (settings.hasHealthCheck && settings.isProtected && !domainName && !apiUrl) {
    throw new Problem(
      `The health check needs the API's address: add domainName, or apiUrl with the output ApiUrl of the first deployment (-c first=true), to ${where}.`,
    );
  }
}
