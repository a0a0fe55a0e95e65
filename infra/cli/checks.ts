import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from "@aws-sdk/client-sesv2";
import { GetParameterCommand, ParameterNotFound, SSMClient } from "@aws-sdk/client-ssm";
import { clientSettings } from "../../shared/awsClient.ts";
import {
  HEALTH_REGION,
  LEFT_TO_OTHERS,
  reservedAtOnce,
  type Settings,
  tagsOf,
  workersAtOnce,
} from "../settings.ts";

/** One fact about an account, with what to do if it is not as needed. */
export interface Finding {
  what: string;
  found: string;
  /** What to request or do if something is missing. */
  todo?: string;
}

export type Check = (settings: Settings) => Promise<Finding[]>;

/** The bootstrap version that this version of the CDK needs (`requiresBootstrapStackVersion`). */
const BOOTSTRAP_VERSION = 6;
const BOOTSTRAP_PARAMETER = "/cdk-bootstrap/hnb659fds/version";
/** The quota "Concurrent executions" of Lambda. */
const CONCURRENCY_QUOTA = "L-B99A9384";
/** Functions at once of the one that needs no key, in a proposal. */
const OPEN_AT_ONCE = 20;
/** Concurrency beside the workers' if nothing is reserved for the API. */
const OTHERS_AT_ONCE = 10;

/** The service's region, which is the shell's unless the settings name one. */
const inRegion = ({ region }: Pick<Settings, "region">) => ({
  ...clientSettings,
  ...(region && { region }),
});

/** The option of a command for AWS's command line. */
const optionOf = ({ region }: Pick<Settings, "region">) => (region ? ` --region ${region}` : "");

/** Checks the regions of all stacks. */
async function checkBootstrap(settings: Settings): Promise<Finding[]> {
  const { region, probeRegions = [], hasHealthCheck } = settings;
  const others = hasHealthCheck ? [...probeRegions, HEALTH_REGION] : probeRegions;
  return await Promise.all([...new Set([region, ...others])].map(findBootstrap));
}

async function findBootstrap(region: string | undefined): Promise<Finding> {
  const what = region ? `bootstrap of ${region}` : "bootstrap";
  const todo = `run npx cdk bootstrap${region ? ` aws://ACCOUNT/${region}` : ""}`;
  const client = new SSMClient(inRegion(region ? { region } : {}));
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: BOOTSTRAP_PARAMETER }));
    const found = `version ${Parameter?.Value}, ${BOOTSTRAP_VERSION} is needed`;
    return { what, found, ...(Number(Parameter?.Value) < BOOTSTRAP_VERSION && { todo }) };
  } catch (error) {
    if (!(error instanceof ParameterNotFound)) throw error;
    return { what, found: "none in this account and region", todo };
  }
}

async function checkConcurrency(settings: Settings): Promise<Finding[]> {
  const { AccountLimit = {} } = await new LambdaClient(inRegion(settings)).send(
    new GetAccountSettingsCommand({}),
  );
  const { ConcurrentExecutions: all = 0, UnreservedConcurrentExecutions: free = 0 } = AccountLimit;
  const needed = settings.concurrency?.account ?? workersAtOnce(settings) + OTHERS_AT_ONCE;
  const found = `${all} (${free} not reserved), ${needed} are needed${propose(settings, all)}`;
  // AWS does not tell whether this stage has its reservation already, so only unreserved concurrency counts.
  const lacking = Math.max(needed - all, needed - reservedAtOnce(settings) - free);
  const todo =
    "ask for more, aws service-quotas request-service-quota-increase --service-code lambda " +
    `--quota-code ${CONCURRENCY_QUOTA} --desired-value ${all + lacking}${optionOf(settings)}; until you have them, leave ` +
    "concurrency out of infra/stages.ts and lower maxConcurrency";
  return [{ what: "functions at once", found, ...(lacking > 0 && { todo }) }];
}

/** The setting that a quota allows, for a stage without it. */
function propose(settings: Settings, account: number): string {
  const endpoints = account - workersAtOnce(settings) - OPEN_AT_ONCE - LEFT_TO_OTHERS;
  if (settings.concurrency || endpoints < OPEN_AT_ONCE) return "";
  return `; to keep functions free for the API, set concurrency: { account: ${account}, endpoints: ${endpoints}, eachOpen: ${OPEN_AT_ONCE} }`;
}

async function checkMail({ mailFrom, ...settings }: Settings): Promise<Finding[]> {
  const what = "mail";
  if (!mailFrom) return [{ what, found: "off, no mailFrom is set" }];
  const client = new SESv2Client(inRegion(settings));
  const account = await client.send(new GetAccountCommand({}));
  const { ProductionAccessEnabled, SendingEnabled, SendQuota } = account;
  const findings: Finding[] = [];
  if (!SendingEnabled) {
    const todo = "see EnforcementStatus of aws sesv2 get-account, and write to AWS's support";
    findings.push({ what, found: "SES has stopped sending for this account", todo });
  }
  findings.push({
    what,
    found: `${SendQuota?.Max24HourSend} a day, ${SendQuota?.MaxSendRate} a second, ${ProductionAccessEnabled ? "to everybody" : "to verified addresses only"}`,
    ...(!ProductionAccessEnabled && {
      todo:
        "ask for production access, aws sesv2 put-account-details --production-access-enabled " +
        `--mail-type TRANSACTIONAL --website-url URL${optionOf(settings)}`,
    }),
  });
  findings.push(await findIdentity(client, mailFrom, settings));
  return findings;
}

/** The stack makes the identity, because CloudFormation can't adopt an existing one. */
async function findIdentity(
  client: SESv2Client,
  mailFrom: string,
  settings: Pick<Settings, "stage">,
): Promise<Finding> {
  const [, EmailIdentity = ""] = mailFrom.split("@");
  const what = `mail from ${EmailIdentity}`;
  try {
    const {
      VerifiedForSendingStatus,
      DkimAttributes,
      Tags = [],
    } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    const isOwn = Object.entries(tagsOf(settings)).every(([key, value]) =>
      Tags.some(({ Key, Value }) => Key === key && Value === value),
    );
    if (!isOwn) {
      const found = "an SES identity that this stage did not create";
      return { what, found, todo: `use a domain of its own, such as mail.${EmailIdentity}` };
    }
    const found = `verified: ${VerifiedForSendingStatus ? "yes" : "no"}, DKIM: ${DkimAttributes?.Status}`;
    const todo = "publish the DNS records of the outputs …DkimRecord1 to 3";
    return { what, found, ...(!VerifiedForSendingStatus && { todo }) };
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
    return { what, found: "the deployment makes it; then publish the DNS records of its outputs" };
  }
}

/** All checks by subject. */
export const checks: Readonly<Record<string, Check>> = {
  bootstrap: checkBootstrap,
  "functions at once": checkConcurrency,
  mail: checkMail,
};
