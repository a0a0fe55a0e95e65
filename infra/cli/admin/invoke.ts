import { userInfo } from "node:os";
import { InvokeCommand, type InvokeCommandOutput, LambdaClient } from "@aws-sdk/client-lambda";
import { catalogue, isCommand } from "../../../functions/operators/catalogue.ts";
import { type CommandKind, kindOf } from "../../../functions/operators/definition.ts";
import type { AdminRequest, AdminResponse } from "../../../functions/operators/index.ts";
import { readDataDir } from "../../local/dataDir.ts";
import { localLambdaClient } from "../../local/lambdaEndpoint.ts";
import { requireServer } from "../../local/serverLock.ts";
import { adminFunctionName, settingsFor } from "../../settings.ts";
import { Problem } from "../terminal.ts";
import { signCaller } from "./signCaller.ts";

/** Invokes the operators' function of the server that runs on this machine's DATA_DIR. */
export async function invokeHere(request: AdminRequest): Promise<AdminResponse> {
  const server = requireServer(readDataDir());
  const FunctionName = "operators";
  const Payload = JSON.stringify({ ...request, caller: userName() });
  const client = localLambdaClient(server.lambda);
  return await readAnswer(FunctionName, client.send(new InvokeCommand({ FunctionName, Payload })));
}

/** The user of this machine; a container may run as one without a name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** Invokes the operators' function of a deployed stage with the credentials of this shell. */
export async function invokeStage(stage: string, request: AdminRequest): Promise<AdminResponse> {
  const FunctionName = adminFunctionName(stage);
  const { region } = settingsFor(stage);
  const Qualifier = aliasFor(request);
  // What may have been created is not created again: only reading is repeated after a lost answer.
  const maxAttempts = Qualifier === "read" ? 3 : 1;
  const client = new LambdaClient({ maxAttempts, ...(region && { region }) });
  const send = async () => {
    const { credentials, region: own } = client.config;
    const caller = await signCaller(request, { credentials, region: await own() });
    const Payload = JSON.stringify({ ...request, caller });
    return await client.send(new InvokeCommand({ FunctionName, Qualifier, Payload }));
  };
  return await readAnswer(FunctionName, send(), ADVICE);
}

/** What to do when AWS has no fault of its own. */
const ADVICE =
  'Check AWS_PROFILE and AWS_REGION, and sign in again if the credentials are missing or have expired ("aws sso login").';

/** An error of the SDK, which knows whose fault it is if AWS has answered. */
type Fault = Error & { $fault?: "client" | "server" };

/** What the operators' function has answered; throws a Problem if it failed or could not be invoked. */
async function readAnswer(
  functionName: string,
  invocation: Promise<InvokeCommandOutput>,
  advice = "",
): Promise<AdminResponse> {
  const { FunctionError, Payload } = await invocation.catch((error: Fault) => {
    const reason = oneLine(error.name, error.message).replace(/\.?$/, ".");
    const next = error.$fault === "server" ? "Try again later." : advice;
    throw new Problem(`${functionName} can't be invoked: ${reason} ${next}`.trimEnd());
  });
  const answer = JSON.parse(Payload?.transformToString() ?? "null");
  if (FunctionError === undefined) return answer;
  if (answer?.errorType === "Fault") throw new Problem(answer.errorMessage);
  throw new Problem(`${functionName} failed: ${oneLine(answer?.errorType, answer?.errorMessage)}`);
}

function oneLine(name = "Error", message = ""): string {
  return `${name}: ${message}`.replace(/\s+/g, " ").trim();
}

/** The alias of the function that runs a command. */
function aliasFor({ command, input }: AdminRequest): CommandKind {
  return isCommand(command) ? kindOf(catalogue[command], input) : "read";
}
