import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { AdminRequest, AdminResponse } from "../../functions/admin/index.ts";
import { adminFunctionName } from "../adminFunctionName.ts";
import { Problem } from "../local/problem.ts";

/** Invokes the operators' function of a deployed stage with the credentials of this shell. */
export async function invokeStage(stage: string, request: AdminRequest): Promise<AdminResponse> {
  const FunctionName = adminFunctionName(stage);
  // Trying again after a lost answer could create a second record.
  const client = new LambdaClient({ maxAttempts: 1 });
  const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(request) });
  const { FunctionError, Payload } = await client.send(command).catch((error: Error) => {
    throw new Problem(`${FunctionName} can't be invoked: ${oneLine(error.name, error.message)}`);
  });
  const answer = JSON.parse(Payload?.transformToString() ?? "null");
  if (FunctionError === undefined) return answer;
  throw new Problem(`${FunctionName} failed: ${oneLine(answer?.errorType, answer?.errorMessage)}`);
}

function oneLine(name = "Error", message = ""): string {
  return `${name}: ${message}`.replace(/\s+/g, " ").trim();
}
