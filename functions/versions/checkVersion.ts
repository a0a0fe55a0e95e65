import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from "@aws-sdk/client-codedeploy";
import * as z from "zod/mini";
import { clientSettings, watchAnswers } from "../../shared/awsClient.ts";
import { requireEnv } from "../../shared/env.ts";
import { describeError, log } from "../../shared/log.ts";

const codeDeploy = watchAnswers(new CodeDeployClient(clientSettings));

/** What CodeDeploy sends to a hook (AppSpec "hooks" section for an AWS Lambda deployment). */
interface HookEvent {
  DeploymentId: string;
  LifecycleEventHookExecutionId: string;
}

/** A version of a function, by the function's folder. */
export interface Version {
  folder: string;
  /** The version's number, or `live` for the one that has the traffic. */
  qualifier: string;
}

/** The faults of a version, as sentences; none if it may get traffic. */
export type Check = (version: Version) => Promise<string[]>;

const LIVE = "live";

/** The version that has the traffic while a new one is checked. */
export function liveVersion(folder: string): Version {
  return { folder, qualifier: LIVE };
}

/** A hook that CodeDeploy calls before a new version gets traffic. A check that fails itself refuses the version. */
export function versionHandler(check: Check) {
  return async ({ DeploymentId: deploymentId, ...hook }: HookEvent) => {
    const faults = await findFaults(deploymentId, check);
    for (const fault of faults) log("error", "a new version is refused", { deploymentId, fault });
    await codeDeploy.send(
      new PutLifecycleEventHookExecutionStatusCommand({
        deploymentId,
        lifecycleEventHookExecutionId: hook.LifecycleEventHookExecutionId,
        status: faults.length === 0 ? "Succeeded" : "Failed",
      }),
    );
  };
}

async function findFaults(deploymentId: string, check: Check): Promise<string[]> {
  try {
    return await check(await findVersion(deploymentId));
  } catch (error) {
    log("error", "a new version could not be checked", describeError(error));
    return [error instanceof Error ? error.message : String(error)];
  }
}

const moved = z.object({ Properties: z.object({ Name: z.string(), TargetVersion: z.string() }) });
const appSpec = z.object({ Resources: z.array(z.record(z.string(), moved)) });
const folders = z.record(z.string(), z.string());

/** The version that a deployment moves the traffic to. */
async function findVersion(deploymentId: string): Promise<Version> {
  const { deploymentInfo } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId }));
  const { appSpecContent, string } = deploymentInfo?.revision ?? {};
  const { Resources } = appSpec.parse(JSON.parse((appSpecContent ?? string)?.content ?? ""));
  const [{ Properties } = {}] = Resources.flatMap((each) => Object.values(each));
  const named = Object.entries(functionNames()).find(([, name]) => name === Properties?.Name);
  if (!Properties || !named) throw new Error(`The deployment moves ${Properties?.Name}`);
  return { folder: named[0], qualifier: Properties.TargetVersion };
}

/** The names of the functions on AWS by their folders. */
export function functionNames(): Readonly<Record<string, string>> {
  return folders.parse(JSON.parse(requireEnv("FUNCTION_NAMES")));
}
