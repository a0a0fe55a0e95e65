import type { Check } from "../../../../functions/versions/checkVersion.ts";
import {
  endpointGroups,
  type GroupName,
  referenceRoutes,
  sharedPageRoutes,
} from "../../../../shared/routes.ts";
import { eventFor } from "../../../support/api.ts";
import { makeEstate } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { acceptedRequest } from "../../../support/requests.ts";
import type { BadVersion } from "./bad.ts";
import { alarmsOn, type Deployment, deployments } from "./deployment.ts";
import { Lambda, NEW, OLD, serveCodeDeploy, serveLambda } from "./lambda.ts";
import { startVisits } from "./visits.ts";

/** Requests a minute to a quiet group of the API, and calls a minute of a worker. */
export const CALLS_A_MINUTE = 30;

/** What became of a version: the signal that stopped it, and after how many of its calls. */
interface Stop {
  by: string;
  calls: number;
}

/** What stops a version: the hook, and the alarms if there were no hook; undefined if nothing does. */
export interface Rehearsal extends Pick<BadVersion, "what" | "folder"> {
  hook: Stop | undefined;
  alarm: (Stop & { minute: number }) | undefined;
  /** Websites of which customers were told by then that they are down; undefined if it visits none. */
  told: number | undefined;
}

/** What the hooks find on AWS: versions of functions, and the deployment that asks. */
interface Stage {
  lambda: Lambda;
  folder: string;
  /** What a hook told CodeDeploy. */
  status: string;
}

const STAGE_ENVIRONMENT = {
  FUNCTION_NAMES: JSON.stringify(
    Object.fromEntries(deployments.map(({ folder }) => [folder, folder])),
  ),
  SLOW_MS: "1500",
};

/**
 * Opens a stage on which deployments are rehearsed, one after the other. AWS's clients keep the
 * addresses that they find first, so that a process has one stage.
 */
export async function openStage() {
  const stage: Stage = { lambda: new Lambda(), folder: "", status: "" };
  const lambdaApi = await serveLambda(() => stage.lambda);
  const codeDeployApi = await serveCodeDeploy(
    () => stage.folder,
    (status) => {
      stage.status = status;
    },
  );
  Object.assign(process.env, STAGE_ENVIRONMENT, {
    AWS_ENDPOINT_URL_LAMBDA: lambdaApi.url,
    AWS_ENDPOINT_URL_CODEDEPLOY: codeDeployApi.url,
  });
  return {
    /** Plays CodeDeploy's steps for a version, with and without the hook. */
    async rehearse(version: BadVersion): Promise<Rehearsal> {
      const { what, folder } = version;
      const hook = await runHook(stage, version);
      const visits = version.visits ? await startVisits(folder) : undefined;
      try {
        const alarm = await shiftTraffic(version, visits?.events);
        return { what, folder, hook, alarm, told: await visits?.told() };
      } finally {
        visits?.stop();
      }
    },
    check: (version: BadVersion) => runHook(stage, version),
    close: () => Promise.all([lambdaApi.close(), codeDeployApi.close()]),
  };
}

async function spoiltBy({ folder, spoil, old }: BadVersion): Promise<Lambda> {
  const lambda = new Lambda();
  await lambda.spoil(folder, NEW, (good) => spoil(good, lambda));
  if (old) await lambda.spoil(folder, OLD, old);
  return lambda;
}

function deploymentOf({ folder }: BadVersion): Deployment {
  const found = deployments.find((each) => each.folder === folder);
  if (!found) throw new Error(`Nothing deploys ${folder}`);
  return found;
}

/** Runs the real hook, whose calls reach the versions by HTTP. */
async function runHook(stage: Stage, version: BadVersion): Promise<Stop | undefined> {
  const lambda = await spoiltBy(version);
  Object.assign(stage, { lambda, folder: version.folder, status: "no answer" });
  const faults: string[] = [];
  const end = hearFaults((fault) => faults.push(fault));
  try {
    const check = await checks[deploymentOf(version).hook]?.();
    const { versionHandler } = await import("../../../../functions/versions/checkVersion.ts");
    const event = { DeploymentId: "d-1", LifecycleEventHookExecutionId: "e-1" };
    if (check) await versionHandler(check(lambda.clock))(event);
  } finally {
    end();
  }
  if (stage.status === "Succeeded") return undefined;
  return { by: faults[0] ?? stage.status, calls: lambda.calls };
}

/** The checks by the hook's folder, with a clock. */
const checks: Record<string, () => Promise<(clock: Lambda["clock"]) => Check>> = {
  checkApi: async () =>
    (await import("../../../../functions/versions/checkApi/checkRequests.ts")).apiCheck,
  checkWorkers: async () =>
    (await import("../../../../functions/versions/checkWorkers/checkMessages.ts")).workerCheck,
};

function hearFaults(hear: (fault: string) => void): () => void {
  const { write } = process.stdout;
  process.stdout.write = ((chunk: unknown, ...rest: never[]) => {
    const fault = /"fault":("(?:[^"\\]|\\.)*")/.exec(String(chunk))?.[1];
    if (fault) hear(JSON.parse(fault));
    return write.call(process.stdout, chunk as string, ...rest);
  }) as typeof write;
  return () => {
    process.stdout.write = write;
  };
}

/** Gives the version its share of ordinary traffic until an alarm goes off or all minutes are over. */
async function shiftTraffic(version: BadVersion, visits?: () => Promise<unknown>) {
  const deployment = deploymentOf(version);
  const lambda = await spoiltBy(version);
  const { folder, share, minutes } = deployment;
  const events = visits ?? (await trafficOf(folder));
  const ofNew = CALLS_A_MINUTE * share;
  for (let minute = 1; minute <= minutes; minute += 1) {
    lambda.minute = minute;
    lambda.countGood(folder, OLD, CALLS_A_MINUTE - ofNew);
    for (let call = 0; call < ofNew; call += 1) {
      await lambda.call(folder, NEW, await events(lambda.calls)).catch(() => {});
    }
    const [by] = alarmsOn(deployment, lambda).toSorted(ofVersionsFirst);
    if (by !== undefined) return { by, calls: lambda.calls, minute };
  }
  return undefined;
}

const ofVersionsFirst = (one: string, other: string) =>
  Number(other.includes("Version")) - Number(one.includes("Version"));

/** The calls that a function gets in turn: all of its routes except deletions, or its messages. */
async function trafficOf(folder: string): Promise<(call: number) => unknown> {
  if (!Object.hasOwn(endpointGroups, folder)) return await openOrMessages(folder);
  const estate = await makeEstate();
  const routes = endpointGroups[folder as GroupName].filter(
    (route) => !/^DELETE|replay/.test(route),
  );
  return (call) => {
    const route = routes[call % routes.length] ?? "GET /nothing";
    return eventFor(route, acceptedRequest(route, estate));
  };
}

async function openOrMessages(folder: string): Promise<(call: number) => unknown> {
  if (folder === "reference") return () => eventFor(referenceRoutes[0]);
  if (folder === "sharedPages") return () => eventFor(sharedPageRoutes[0], { uuid: "unknown" });
  if (folder === "unknownRoute") return () => eventFor("GET /nothing");
  const { messages } = await import("../../../../functions/versions/checkWorkers/messages.ts");
  return () => sqsEvent(messages[folder]);
}
