/** Optional settings that belong to an AWS account. */
export interface DeploymentSettings {
  /** The recipient of alarms; without it they only go to their topic. */
  alarmEmail?: string;
  /** An https URL that gets the alarms as well, from SNS, which asks it to confirm the subscription. */
  alarmWebhook?: string;
  /** The page that tells owners of websites who visits them; the API's own address by default. */
  contactUrl?: string;
  /** A secret with a key of the PageSpeed Insights API; without it no speed is measured. */
  pageSpeedSecretArn?: string;
  /**
   * A Nominatim server for looking up businesses; without it no directory is asked. The public server
   * allows one request a second for the whole service, and no systematic use.
   */
  nominatimUrl?: string;
  /** The sender of mails, whose domain SES has to know; without it no mail is sent. */
  mailFrom?: string;
  /** Comma-separated origins whose web pages may call the API; none by default. */
  allowedOrigins?: string;
  /** The contact for vulnerability reports in `/.well-known/security.txt`, which is a 404 without it. */
  securityContact?: string;
  /** The API's own domain name, such as `api.example.com`; AWS assigns one by default. */
  domainName?: string;
  /** The certificate of the domain name, in the stack's region. */
  certificateArn?: string;
  /** Websites and webhooks are visited from addresses that don't change, which `/addresses.txt` lists. */
  fixedAddresses?: boolean;
  /** Regions that confirm a failure before a website counts as down; none by default. */
  probeRegions?: readonly string[];
  /** Another region, from which the API is asked each minute what a reseller asks; none by default. */
  outsideRegion?: string;
  /** The API's address for `outsideRegion`, for a stage without `domainName`. */
  apiUrl?: string;
  /** The stack's region; needed with `recoveryRegion`. */
  region?: string;
  /** A second region that gets each write of the table within seconds, and the signing key; none by default. */
  recoveryRegion?: string;
  /** The replica of the signing key, where a lost region is replaced (see the runbook). */
  restoredSigningKeyArn?: string;
  /**
   * The stream of a table that was restored from a backup. The stack uses that table instead of its
   * own, which it keeps unchanged.
   */
  restoredStreamArn?: string;
}

// The contact stands in parentheses in the User-Agent, so it can't contain any.
const WEB_ADDRESS = { kind: "a web address", pattern: /^https?:\/\/[^\s()]+$/ };

const HTTPS_ADDRESS = { kind: "an https:// address", pattern: /^https:\/\/[^\s()]+$/ };
const REGION = { kind: "an AWS region", pattern: /^[a-z]{2}(-[a-z]+)+-\d$/ };
const SECRET = {
  kind: "a secret's whole ARN",
  pattern: /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/,
};

/** The format of each setting. */
export const deploymentRules: Record<keyof DeploymentSettings, { kind: string; pattern: RegExp }> =
  {
    alarmEmail: { kind: "an e-mail address", pattern: /^[^\s@]+@[^\s@]+$/ },
    alarmWebhook: HTTPS_ADDRESS,
    contactUrl: WEB_ADDRESS,
    // With the random six characters at its end, because the role names exactly one secret.
    pageSpeedSecretArn: SECRET,
    nominatimUrl: WEB_ADDRESS,
    // SES takes ASCII only, and the domain becomes an SES identity.
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
    domainName: {
      kind: "a host name such as api.example.com",
      pattern: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    },
    certificateArn: {
      kind: "the ARN of a certificate",
      pattern: /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
    },
    fixedAddresses: { kind: "true or left out", pattern: /^true$/ },
    probeRegions: {
      kind: "AWS regions",
      pattern: /^[a-z]{2}(-[a-z]+)+-\d(,[a-z]{2}(-[a-z]+)+-\d)*$/,
    },
    outsideRegion: REGION,
    apiUrl: HTTPS_ADDRESS,
    region: REGION,
    recoveryRegion: REGION,
    restoredSigningKeyArn: SECRET,
    restoredStreamArn: {
      kind: "the ARN of a table's stream",
      pattern: /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\dT:.-]+$/,
    },
  };

/** The names of all account settings. */
export const deploymentSettings = Object.keys(deploymentRules) as (keyof DeploymentSettings)[];

/** Throws an error that names the invalid setting. */
export function assertDeploymentSettings(settings: DeploymentSettings) {
  for (const name of deploymentSettings) {
    const { [name]: value } = settings;
    const { kind, pattern } = deploymentRules[name];
    if (value !== undefined && !pattern.test(`${value}`)) {
      throw new Error(`${name} must be ${kind}, not "${value}"`);
    }
  }
}

/** The settings that prod requires, and what each is for. */
const NEEDED_IN_PROD = {
  alarmEmail: "the recipient of alarm mails",
  alarmWebhook: "a second way for alarms to reach you",
  contactUrl: "a page that tells website owners who visits them",
};

/** Throws when the stage can't be deployed with these settings, and says what to write where. */
export function assertDeployable(settings: DeploymentSettings & { stage: string }) {
  const { stage, domainName, certificateArn, probeRegions, contactUrl } = settings;
  if (settings.outsideRegion && !domainName && !settings.apiUrl) {
    throw new Error(
      `outsideRegion needs the API's address: add domainName or apiUrl to infra/stages.ts, under ${stage}`,
    );
  }
  // Without `region`, the CDK deploys to the region of the profile, which it names in this variable.
  const { region = process.env["CDK_DEFAULT_REGION"] } = settings;
  if (settings.outsideRegion && settings.outsideRegion === region) {
    throw new Error(
      `outsideRegion must be another region than ${region}, in which the stage runs: change it in infra/stages.ts, under ${stage}`,
    );
  }
  if (Boolean(domainName) !== Boolean(certificateArn)) {
    throw new Error(
      `domainName and certificateArn belong together: set both in infra/stages.ts, under ${stage}`,
    );
  }
  if (probeRegions && !contactUrl) {
    throw new Error(
      `probeRegions needs contactUrl, because the API's own address is not known in other regions: add it to infra/stages.ts, under ${stage}`,
    );
  }
  if (
    settings.recoveryRegion &&
    (!settings.region || settings.region === settings.recoveryRegion)
  ) {
    throw new Error(
      `recoveryRegion needs region, another one, in which the stage runs: add it to infra/stages.ts, under ${stage}`,
    );
  }
  if (stage !== "prod") return;
  const missing = Object.entries(NEEDED_IN_PROD).filter(
    ([name]) => settings[name as keyof typeof NEEDED_IN_PROD] === undefined,
  );
  if (missing.length === 0) return;
  const wanted = missing.map(([name, why]) => `${name} (${why})`).join(" and ");
  throw new Error(`The stage prod needs ${wanted}: add to infra/stages.ts, under prod`);
}
