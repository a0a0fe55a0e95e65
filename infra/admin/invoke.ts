import { userInfo } from "node:os";
import { catalogue, isCommand } from "../../functions/operators/catalogue.ts";
import { type CommandKind, kindOf } from "../../functions/operators/definition.ts";
import type { AdminRequest, AdminResponse } from "../../functions/operators/index.ts";
import { hasTable, readDataDir } from "../local/dataDir.ts";
import { adminFunctionName } from "../settings.ts";
import { stages } from "../stages.ts";
import { describeSystemFault } from "../systemFault.ts";
import { Problem, WRONG_INPUT_EXIT_CODE } from "../terminal.ts";

// Each function below loads its own AWS client, so that the other does not wait for it.

/** Runs the operators' function in this process, against the database on this machine. */
export async function invokeHere(request: AdminRequest): Promise<AdminResponse> {
  const { openLocal } = await import("../local/local.ts");
  const dataDir = readDataDir();
  assertData(dataDir, request);
  const write = process.stdout.write;
  // The function's log must not mix with the result; DEBUG=1 shows it on stderr.
  process.stdout.write = process.env["DEBUG"]
    ? process.stderr.write.bind(process.stderr)
    : () => true;
  const local = await openLocal({ dataDir });
  try {
    return (await local.invoke("operators", { ...request, caller: userName() })) as AdminResponse;
  } catch (error) {
    if (!(error instanceof Error && error.name === "Fault")) throw error;
    if (process.env["DEBUG"]) throw error;
    throw new Problem(describeSystemFault(error, dataDir) ?? error.message);
  } finally {
    await local.close();
    process.stdout.write = write;
  }
}

/** The user of this machine; a container may run as one without a name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** The only command that makes sense without data: for any other, DATA_DIR is mistyped. */
const FIRST_COMMAND = "reseller create";

function assertData(dataDir: string, { command }: AdminRequest) {
  if (process.env["AWS_ENDPOINT_URL_DYNAMODB"] || command === FIRST_COMMAND) return;
  if (hasTable(dataDir)) return;
  throw new Problem(
    `There is no data in ${dataDir} (DATA_DIR). Run "npm start" or "${FIRST_COMMAND}" first.`,
    WRONG_INPUT_EXIT_CODE,
  );
}

/** Invokes the operators' function of a deployed stage with the credentials of this shell. */
export async function invokeStage(stage: string, request: AdminRequest): Promise<AdminResponse> {
  const [{ InvokeCommand, LambdaClient }, { signCaller }] = await Promise.all([
    import("@aws-sdk/client-lambda"),
    import("./signCaller.ts"),
  ]);
  const FunctionName = adminFunctionName(stage);
  const Qualifier = aliasFor(request);
  // The SDK retries after a lost answer, which is safe: requests identify what they create.
  const region = stages[stage]?.region;
  const client = new LambdaClient(region ? { region } : {});
  const invoke = async () => {
    const { credentials, region: own } = client.config;
    const caller = await signCaller(request, { credentials, region: await own() });
    const Payload = JSON.stringify({ ...request, caller });
    return await client.send(new InvokeCommand({ FunctionName, Qualifier, Payload }));
  };
  const { FunctionError, Payload } = await invoke().catch((error: Error) => {
    throw new Problem(`${FunctionName} can't be invoked: ${whyNot(error)}`);
  });
  const answer = JSON.parse(Payload?.transformToString() ?? "null");
  if (FunctionError === undefined) return answer;
  if (answer?.errorType === "Fault") throw new Problem(answer.errorMessage);
  throw new Problem(`${FunctionName} failed: ${oneLine(answer?.errorType, answer?.errorMessage)}`);
}

/** The alias of the function that runs a command. */
function aliasFor({ command, input }: AdminRequest): CommandKind {
  return isCommand(command) ? kindOf(catalogue[command], input) : "read";
}

/** Says what the operator's shell lacks, or passes on AWS's message. */
function whyNot({ name, message }: Error): string {
  if (message === "Region is missing") {
    return "no region is set. Set AWS_REGION, or AWS_PROFILE to a profile that has one.";
  }
  if (name === "CredentialsProviderError") {
    return 'no credentials of AWS are found, or none that are valid. Set AWS_PROFILE to a profile that has some, or sign in again ("aws sso login").';
  }
  return oneLine(name, message);
}

function oneLine(name = "Error", message = ""): string {
  return `${name}: ${message}`.replace(/\s+/g, " ").trim();
}
