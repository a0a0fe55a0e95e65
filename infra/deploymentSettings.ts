/** What differs from account to account, and is said on the command line: `-c contactUrl=…`. */
export interface DeploymentSettings {
  /** Gets a mail when an alarm goes off; without it the alarms only go to their topic. */
  alarmEmail?: string;
  /** Where the owner of a website finds out who visits it: part of the User-Agent. */
  contactUrl?: string;
  /** A secret whose text is a key of the PageSpeed Insights API; without it no speed is measured. */
  pageSpeedSecretArn?: string;
  /**
   * A Nominatim server that businesses are looked up in; without it no directory is asked. The
   * public one allows a request a second of the whole service and no periodic use of any size.
   */
  nominatimUrl?: string;
}

export const deploymentSettings = [
  "alarmEmail",
  "contactUrl",
  "pageSpeedSecretArn",
  "nominatimUrl",
] as const;

/** With the six characters at its end: a role names exactly the secret it may read. */
const SECRET_ARN = /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/;

/** Throws with the name of a setting that can't be one. */
export function assertDeploymentSettings(settings: DeploymentSettings) {
  const { contactUrl, pageSpeedSecretArn, nominatimUrl } = settings;
  for (const [name, url] of Object.entries({ contactUrl, nominatimUrl })) {
    // The contact is between the brackets of the User-Agent, and must not end them.
    if (url !== undefined && !/^https?:\/\/[^\s()]+$/.test(url)) {
      throw new Error(`${name} must be a web address, not "${url}"`);
    }
  }
  if (pageSpeedSecretArn !== undefined && !SECRET_ARN.test(pageSpeedSecretArn)) {
    throw new Error(`pageSpeedSecretArn must be a secret's whole ARN, not "${pageSpeedSecretArn}"`);
  }
}
