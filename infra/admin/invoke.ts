import { join } from "node:path";
import type { AdminRequest, AdminResponse } from "../../functions/admin/index.ts";
import { tryLock } from "../local/database/ownership.ts";
import { readDataDir } from "../local/dataDir.ts";
import { adminFunctionName } from "../settings.ts";
import { Problem } from "../terminal.ts";

// What one of the two ways needs is loaded by it alone: each brings a client of AWS with it.

/** Runs the operators' function in this process, against the database on this machine. */
export async function invokeHere(request: AdminRequest): Promise<AdminResponse> {
  const { openLocal } = await import("../local/local.ts");
  const write = process.stdout.write;
  // What the function logs must not get between the result and its reader.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const local = await openLocal({ dataDir: readDataDir() });
  try {
    return (await local.invoke("admin", request)) as AdminResponse;
  } finally {
    await local.close();
    process.stdout.write = write;
  }
}

/**
 * Throws a Problem when no server runs here that would do what is due. `foreignDatabase` is what
 * the shell has set for AWS_ENDPOINT_URL_DYNAMODB.
 */
export function assertServed(foreignDatabase: string | undefined) {
  const dataDir = readDataDir();
  // Who works on a database that is elsewhere can't be told.
  if (foreignDatabase) return;
  const release = tryLock(join(dataDir, "server.lock"), "exclusive");
  if (release === undefined) return;
  release();
  throw new Problem(
    `The checks are due, but no server runs on ${dataDir} to do them: run "npm start", then wait again.`,
  );
}

/** Invokes the operators' function of a deployed stage with the credentials of this shell. */
export async function invokeStage(stage: string, request: AdminRequest): Promise<AdminResponse> {
  const { InvokeCommand, LambdaClient } = await import("@aws-sdk/client-lambda");
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
