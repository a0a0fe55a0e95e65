import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { clientSettings } from "../../shared/awsClient.ts";
import { functionNames, type Version } from "./checkVersion.ts";

/** The longest answer of a function that is checked; a tick of the schedule takes up to a minute. */
const TIMEOUT_MS = 65_000;

const lambda = new LambdaClient({
  ...clientSettings,
  // A call that is made again would hide a fault.
  maxAttempts: 1,
  requestHandler: { ...clientSettings.requestHandler, requestTimeout: TIMEOUT_MS },
});

/** Calls a version of a function and returns its result; throws if the function does. */
export async function invoke({ folder, qualifier }: Version, event: unknown): Promise<unknown> {
  const { Payload, FunctionError } = await lambda.send(
    new InvokeCommand({
      FunctionName: functionNames()[folder],
      Qualifier: qualifier,
      Payload: JSON.stringify(event),
    }),
  );
  const text = Payload?.transformToString() ?? "";
  if (FunctionError) throw new Error(`${folder} throws: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
