import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from "@aws-sdk/client-sesv2";
import { clientSettings } from "../../shared/platform/awsClient.ts";
import {
  LEFT_TO_OTHERS,
  reservedAtOnce,
  type Settings,
  settingsFor,
  tagsOf,
  workersAtOnce,
} from "../settings.ts";
import { describeAwsFault } from "./systemFault.ts";
import { Problem, readArguments, runMain } from "./terminal.ts";

const HELP = `Lists what the AWS account of this shell lacks for a stage, and what to do about
it. The exit code is 0 if nothing is missing.

  npm run -s preflight -- --stage prod

  --stage      dev by default
`;

/** One fact about an account, and what to do if it is not as needed. */
interface Finding {
  what: string;
  state: string;
  todo?: string | undefined;
}

/** Functions at once of the one that needs no key, in a proposal. */
const OPEN_AT_ONCE = 20;
/** Concurrency beside the workers' if nothing is reserved for the API. */
const OTHERS_AT_ONCE = 10;

/** The findings of a stage, dev by default. Throws a Problem if there is no such stage, or if AWS refuses to tell. */
export async function preflight(stage?: string): Promise<Finding[]> {
  const settings = settingsFor(stage);
  try {
    return [await checkConcurrency(settings), ...(await checkMail(settings))];
  } catch (error) {
    throw new Problem(`The account can't be checked: ${describeAwsFault(error as Error)}`);
  }
}

/** In the service's region, which is the shell's unless the settings name one. */
const clientConfig = ({ region }: Settings) => ({ ...clientSettings, ...(region && { region }) });

async function checkConcurrency(settings: Settings): Promise<Finding> {
  const { AccountLimit = {} } = await new LambdaClient(clientConfig(settings)).send(
    new GetAccountSettingsCommand({}),
  );
  const { ConcurrentExecutions: all = 0, UnreservedConcurrentExecutions: free = 0 } = AccountLimit;
  const needed = settings.concurrency?.account ?? workersAtOnce(settings) + OTHERS_AT_ONCE;
  // AWS does not tell whether this stage has its reservation already, so only unreserved concurrency counts.
  const lacking = Math.max(needed - all, needed - reservedAtOnce(settings) - free);
  return {
    what: "functions at once",
    state: `${all} (${free} not reserved), ${needed} are needed${propose(settings, all)}`,
    todo:
      lacking > 0
        ? `ask Service Quotas for ${all + lacking} "Concurrent executions" of Lambda; until you have them, leave ` +
          "concurrency out of infra/stages.ts and lower maxConcurrency"
        : undefined,
  };
}

/** The setting that a quota allows, for a stage without it. */
function propose(settings: Settings, account: number): string {
  const endpoints = account - workersAtOnce(settings) - OPEN_AT_ONCE - LEFT_TO_OTHERS;
  if (settings.concurrency || endpoints < OPEN_AT_ONCE) return "";
  return `; to keep functions free for the API, set concurrency: { account: ${account}, endpoints: ${endpoints}, eachOpen: ${OPEN_AT_ONCE} }`;
}

async function checkMail(settings: Settings): Promise<Finding[]> {
  const { mailFrom } = settings;
  if (!mailFrom) return [{ what: "mail", state: "off, no mailFrom is set" }];
  const client = new SESv2Client(clientConfig(settings));
  const account = await client.send(new GetAccountCommand({}));
  const isFree = account.ProductionAccessEnabled && account.SendingEnabled;
  const domain = mailFrom.split("@")[1] ?? "";
  return [
    {
      what: "mail",
      state: `SES sends ${isFree ? "to everybody" : "to verified addresses at most"}`,
      todo: isFree ? undefined : "ask SES for production access (aws sesv2 get-account shows why)",
    },
    await checkDomain(client, domain, settings),
  ];
}

/** The stack makes the identity, because CloudFormation can't adopt an existing one. */
async function checkDomain(
  client: SESv2Client,
  domain: string,
  settings: Settings,
): Promise<Finding> {
  const what = `mail from ${domain}`;
  try {
    const command = new GetEmailIdentityCommand({ EmailIdentity: domain });
    const { VerifiedForSendingStatus: isVerified, Tags = [] } = await client.send(command);
    const isOwn = Object.entries(tagsOf(settings)).every(([key, value]) =>
      Tags.some(({ Key, Value }) => Key === key && Value === value),
    );
    if (!isOwn) {
      const state = "an SES identity that this stage did not create";
      return { what, state, todo: `use a domain of its own, such as mail.${domain}` };
    }
    const todo = "publish the DNS records of the outputs …DkimRecord1 to 3";
    return isVerified ? { what, state: "verified" } : { what, state: "not verified", todo };
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
    return { what, state: "the deployment makes it; then publish the DNS records of its outputs" };
  }
}

if (import.meta.main) {
  runMain(async () => {
    const options = {
      stage: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    const { stage, help } = readArguments({ options }, "see --help").values;
    if (help) return void process.stdout.write(HELP);
    const findings = await preflight(stage);
    for (const { what, state, todo } of findings)
      process.stdout.write(
        `${todo ? "MISSING" : "ok     "}  ${what}: ${state}${todo ? `: ${todo}` : ""}\n`,
      );
    process.exitCode = findings.some(({ todo }) => todo) ? 1 : 0;
  });
}
