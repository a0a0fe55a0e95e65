// Without the CDK, which takes half a second to load: the operators' command line reads it too.
import { METRIC_NAMESPACE } from "../shared/metrics.ts";
import { groupNames } from "../shared/routes.ts";
import { assertDeploymentSettings } from "./deploymentSettings.ts";
import { type Settings, stages, type WorkerSettings } from "./stages.ts";

export type { Settings, Throttling, WorkerSettings } from "./stages.ts";

/** The functions that answer requests without a key: the reference, and what no route takes. */
const OPEN_FUNCTIONS = 2;
/** Left to the stream, the schedule and operators; Lambda itself wants as many unreserved. */
const LEFT_TO_OTHERS = 100;

/**
 * The settings of a stage, dev unless told, with others in place of its own; throws when there is
 * no such stage, or when a setting is not valid.
 */
export function settingsFor(stage = "dev", others: Partial<Settings> = {}): Settings {
  const own = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!own) {
    throw new Error(`There is no stage "${stage}", only ${Object.keys(stages).join(" and ")}`);
  }
  const settings = { ...own, ...others };
  assertDeploymentSettings(settings);
  assertShareOfApi(settings);
  return settings;
}

const FLAGS: Readonly<Record<string, Partial<Settings>>> = {
  first: { isProtected: false },
  urgent: { isUrgent: true },
};

/** The settings that `-c first=true` and `-c urgent=true` are for one deployment, in place of the stage's own. */
export function flagged(said: (name: string) => unknown): Partial<Settings> {
  const settings: Partial<Settings> = {};
  for (const [name, own] of Object.entries(FLAGS)) {
    const value = said(name);
    if (value === "true") Object.assign(settings, own);
    else if (value !== undefined) throw new Error(`-c ${name}=true, or nothing: not "${value}"`);
  }
  return settings;
}

/** What everything of a stage is marked with in its account. */
export function tagsOf({ stage }: Pick<Settings, "stage">): Record<string, string> {
  return { service: "reseller-monitoring", stage };
}

/** Of the metrics that the functions of a stage count: an account may have several. */
export function metricNamespace({ stage }: Pick<Settings, "stage">): string {
  return `${METRIC_NAMESPACE}/${stage}`;
}

/** The function of a stage that looks at websites from another region, as it is named there and invoked. */
export function probeFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-probe`;
}

/** The operators' function of a stage, as the stack names it and the command line invokes it. */
export function adminFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-admin`;
}

/** Throws where the workers could take the functions that run at once from the API. */
export function assertShareOfApi(settings: Settings) {
  if (!settings.concurrency) return;
  const { account, eachEndpoint, eachOpen } = settings.concurrency;
  const workers = workersAtOnce(settings);
  const ofApi = keptForApi(settings);
  const needed = ofApi + workers + LEFT_TO_OTHERS;
  if (needed <= account) return;
  throw new Error(
    `The stage ${settings.stage} wants ${needed} functions at once, and has ${account}: ` +
      `${groupNames.length} groups of the API with ${eachEndpoint} each, ${OPEN_FUNCTIONS} without a key with ${eachOpen}, ` +
      `workers with ${workers}, ` +
      `and ${LEFT_TO_OTHERS} for the others. Lower maxConcurrency or eachEndpoint in infra/stages.ts`,
  );
}

/** How many functions a stage keeps free for its API, which nobody else in the account can run. */
export function keptForApi({ concurrency }: Settings): number {
  if (!concurrency) return 0;
  return groupNames.length * concurrency.eachEndpoint + OPEN_FUNCTIONS * concurrency.eachOpen;
}

/** How many workers run at once when all have as much to do as they can. */
export function workersAtOnce(settings: Settings): number {
  const sizes: unknown[] = Object.values(settings);
  return sizes.reduce<number>((sum, size) => sum + (isWorker(size) ? size.maxConcurrency : 0), 0);
}

function isWorker(size: unknown): size is WorkerSettings {
  return typeof size === "object" && size !== null && "maxConcurrency" in size;
}
