import { endpointGroups, type GroupName, referenceRoutes } from "../../../shared/routes.ts";
import { eventFor } from "../../support/api.ts";
import { makeEstate } from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";
import { acceptedRequest } from "../../support/requests.ts";
import type { BadVersion } from "./bad.ts";
import { alarmsOn, type Deployment, deployments } from "./deployment.ts";
import { Lambda, NEW, OLD, serveCodeDeploy, serveLambda } from "./lambda.ts";

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
}

/** Plays CodeDeploy's steps for a version, with and without the hook. */
export async function rehearse({ what, folder, spoil }: BadVersion): Promise<Rehearsal> {
  const deployment = deployments.find((each) => each.folder === folder);
  if (!deployment) throw new Error(`Nothing deploys ${folder}`);
  const prepare = async () => {
    const lambda = new Lambda();
    await lambda.spoil(folder, (good) => spoil(good, lambda));
    return lambda;
  };
  const hook = await runHook(deployment, await prepare());
  const alarm = await shiftTraffic(deployment, await prepare());
  return { what, folder, hook, alarm };
}

/** Runs the real hook, whose calls reach the versions by HTTP. */
async function runHook({ folder, hook }: Deployment, lambda: Lambda): Promise<Stop | undefined> {
  const said: string[] = [];
  const faults = new Set<string>();
  const lambdaApi = await serveLambda(lambda);
  const codeDeployApi = await serveCodeDeploy(
    () => folder,
    (status) => said.push(status),
  );
  const before = { ...process.env };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_LAMBDA: lambdaApi.url,
    AWS_ENDPOINT_URL_CODEDEPLOY: codeDeployApi.url,
    FUNCTION_NAMES: JSON.stringify(
      Object.fromEntries(deployments.map((each) => [each.folder, each.folder])),
    ),
    SLOW_MS: "1500",
  });
  const end = hearFaults((fault) => faults.add(fault));
  try {
    const { makeCheck } = await checks[hook as keyof typeof checks]();
    const { versionHandler } = await import("../../../functions/versions/checkVersion.ts");
    await versionHandler(makeCheck(lambda.clock))({
      DeploymentId: "d-1",
      LifecycleEventHookExecutionId: "e",
    });
  } finally {
    end();
    process.env = before;
    await Promise.all([lambdaApi.close(), codeDeployApi.close()]);
  }
  if (said.join() === "Succeeded") return undefined;
  return { by: [...faults][0] ?? said.join(), calls: lambda.calls };
}

const checks = {
  checkApi: async () => ({
    makeCheck: (await import("../../../functions/versions/checkApi/checkRequests.ts")).apiCheck,
  }),
  checkWorkers: async () => ({
    makeCheck: (await import("../../../functions/versions/checkWorkers/checkMessages.ts"))
      .workerCheck,
  }),
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
async function shiftTraffic(deployment: Deployment, lambda: Lambda) {
  const { folder, share, minutes } = deployment;
  const events = await trafficOf(folder);
  const ofNew = CALLS_A_MINUTE * share;
  for (let minute = 1; minute <= minutes; minute += 1) {
    lambda.minute = minute;
    lambda.countGood(folder, OLD, CALLS_A_MINUTE - ofNew);
    for (let call = 0; call < ofNew; call += 1) {
      await lambda.call(folder, NEW, events(lambda.calls)).catch(() => {});
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
    const route = routes[call % routes.length] ?? routes[0];
    return eventFor(route, acceptedRequest(route, estate));
  };
}

async function openOrMessages(folder: string): Promise<(call: number) => unknown> {
  if (folder === "reference") return () => eventFor(referenceRoutes[0]);
  if (folder === "unknownRoute") return () => eventFor("GET /nothing");
  const { messages } = await import("../../../functions/versions/checkWorkers/messages.ts");
  return () => sqsEvent(messages[folder]);
}
