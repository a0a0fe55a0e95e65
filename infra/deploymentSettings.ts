/** What belongs to an account; where it is left out, the stage does without. */
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
  /** The API's own name, `api.example.com`; without it, it has the one that AWS gives it. */
  domainName?: string;
  /** The certificate of the domain name, in the stack's own region. */
  certificateArn?: string;
  /** Regions from which a failure is confirmed before a website counts as down; without them, none. */
  probeRegions?: readonly string[];
  /**
   * The stream of a table that was restored from a backup: the stack uses that table instead of its
   * own, which stays as it is.
   */
  restoredStreamArn?: string;
}

// The contact is between the brackets of the User-Agent, and must not end them.
const WEB_ADDRESS = { kind: "a web address", pattern: /^https?:\/\/[^\s()]+$/ };

/** What each of them must be. */
export const deploymentRules: Record<keyof DeploymentSettings, { kind: string; pattern: RegExp }> =
  {
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
    domainName: {
      kind: "a host name such as api.example.com",
      pattern: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    },
    certificateArn: {
      kind: "the ARN of a certificate",
      pattern: /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
    },
    probeRegions: {
      kind: "AWS regions",
      pattern: /^[a-z]{2}(-[a-z]+)+-\d(,[a-z]{2}(-[a-z]+)+-\d)*$/,
    },
    restoredStreamArn: {
      kind: "the ARN of a table's stream",
      pattern: /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\dT:.-]+$/,
    },
  };

/** The names of all settings of a deployment. */
export const deploymentSettings = Object.keys(deploymentRules) as (keyof DeploymentSettings)[];

/** Throws with the name of a setting that can't be one. */
export function assertDeploymentSettings(settings: DeploymentSettings) {
  for (const name of deploymentSettings) {
    const { [name]: value } = settings;
    const { kind, pattern } = deploymentRules[name];
    if (value !== undefined && !pattern.test(`${value}`)) {
      throw new Error(`${name} must be ${kind}, not "${value}"`);
    }
  }
}

/** What prod is not deployed without, and why. */
const NEEDED_IN_PROD = {
  alarmEmail: "who gets a mail when an alarm goes off",
  contactUrl: "a page where the owners of websites find out who visits them",
};

/** Throws where the stage can't be deployed like that, and says what to write where. */
export function assertDeployable(settings: DeploymentSettings & { stage: string }) {
  const { stage, domainName, certificateArn, probeRegions, contactUrl } = settings;
  if (Boolean(domainName) !== Boolean(certificateArn)) {
    throw new Error(
      `domainName and certificateArn go together: write both into infra/stages.ts, under ${stage}`,
    );
  }
  if (probeRegions && !contactUrl) {
    throw new Error(
      `probeRegions need contactUrl, the API's own address is unknown there: write it into infra/stages.ts, under ${stage}`,
    );
  }
  if (stage !== "prod") return;
  const missing = Object.entries(NEEDED_IN_PROD).filter(
    ([name]) => settings[name as keyof typeof NEEDED_IN_PROD] === undefined,
  );
  if (missing.length === 0) return;
  const wanted = missing.map(([name, why]) => `${name} (${why})`).join(" and ");
  throw new Error(`The stage prod needs ${wanted}: write into infra/stages.ts, under prod`);
}
