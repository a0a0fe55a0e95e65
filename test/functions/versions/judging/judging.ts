import { afterAll, expect, it } from "vitest";
import type { Check } from "../../../../functions/versions/checkVersion.ts";
import { type BadVersion, badVersions } from "./bad.ts";
import { deployments } from "./deployments.ts";
import { Lambda, NEW, OLD, serveCodeDeploy, serveLambda } from "./lambda.ts";

/** What the hooks find on AWS: versions of functions, and the deployment that asks. */
interface Stage {
  lambda: Lambda;
  folder: string;
  /** What a hook told CodeDeploy. */
  status: string;
}

/** Tests that the hook lets a good version of these functions get traffic, and none of these bad ones. */
export async function judge(
  good: readonly string[],
  refused: readonly (readonly [what: string, fault: RegExp])[],
) {
  const stage = await openStage();

  it.each(good)("a version of %s that does what the old one does gets traffic", async (folder) => {
    const version = { what: "good", folder, spoil: <Same>(handler: Same) => handler };
    expect(await findFault(stage, version)).toBeUndefined();
  });

  const harmless = badVersions.filter(({ what, folder }) => {
    return what.startsWith("nothing (it") && good.includes(folder);
  });
  it.each(harmless)("a version of $folder gets traffic although bad is $what", async (version) => {
    expect(await findFault(stage, version)).toBeUndefined();
  });

  it.each(refused)("a version with this fault gets none: %s", async (what, fault) => {
    const version = badVersions.find((each) => each.what === what);
    if (!version) throw new Error(`No version ${what}`);
    expect(await findFault(stage, version)).toMatch(fault);
  });
}

/** AWS's clients keep the addresses that they find first, so that a process has one stage. */
async function openStage(): Promise<Stage> {
  const stage: Stage = { lambda: new Lambda(), folder: "", status: "" };
  const lambdaApi = await serveLambda(() => stage.lambda);
  const codeDeployApi = await serveCodeDeploy(
    () => stage.folder,
    (status) => {
      stage.status = status;
    },
  );
  const names = deployments.map(({ folder }) => [folder, folder]);
  Object.assign(process.env, {
    FUNCTION_NAMES: JSON.stringify(Object.fromEntries(names)),
    SLOW_MS: "1500",
    AWS_ENDPOINT_URL_LAMBDA: lambdaApi.url,
    AWS_ENDPOINT_URL_CODEDEPLOY: codeDeployApi.url,
  });
  afterAll(() => Promise.all([lambdaApi.close(), codeDeployApi.close()]));
  return stage;
}

/** Runs the real hook, whose calls reach the versions by HTTP. Returns why it refuses the version, if it does. */
async function findFault(stage: Stage, { folder, spoil, old }: BadVersion) {
  const lambda = new Lambda();
  await lambda.spoil(folder, NEW, (good) => spoil(good, lambda));
  if (old) await lambda.spoil(folder, OLD, old);
  Object.assign(stage, { lambda, folder, status: "no answer" });
  const hook = deployments.find((each) => each.folder === folder)?.hook ?? "";
  const faults: string[] = [];
  const end = hearFaults((fault) => faults.push(fault));
  try {
    const check = await checks[hook]?.();
    const { versionHandler } = await import("../../../../functions/versions/checkVersion.ts");
    const event = { DeploymentId: "d-1", LifecycleEventHookExecutionId: "e-1" };
    if (check) await versionHandler(check(lambda.clock))(event);
  } finally {
    end();
  }
  return stage.status === "Succeeded" ? undefined : (faults[0] ?? stage.status);
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
