// Without the CDK, which takes half a second to load: the operators' command line reads it too.

import { METRIC_NAMESPACE } from "../shared/platform/metrics.ts";
import { Problem, WRONG_INPUT_EXIT_CODE } from "./cli/terminal.ts";
import { assertDeployable, assertValid, type Settings, settingsSchema } from "./settingsSchema.ts";
import { stages } from "./stages.ts";

export type { Settings, Throttling, WorkerSettings } from "./settingsSchema.ts";

/**
 * The settings of a stage (dev by default), with `others` in place of its own. Throws when there is no
 * such stage, or when a setting is invalid.
 */
export function settingsFor(stage = "dev", others: Partial<Settings> = {}): Settings {
  const own = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!own) {
    const names = Object.keys(stages).join(" and ");
    throw new Problem(`There is no stage "${stage}", only ${names}.`, WRONG_INPUT_EXIT_CODE);
  }
  const settings = { ...own, ...others };
  assertValid(settings);
  return settings;
}

/** What the flags `-c first=true`, `-c urgent=true` and `-c release=NAME` set for one deployment. */
function readFlags(said: (name: string) => unknown): Partial<Settings> {
  const isSet = (name: string) => {
    const value = said(name);
    if (value === undefined || value === "true") return value === "true";
    throw new Problem(`-c ${name} must be true or left out, not "${value}".`);
  };
  const release = said("release");
  return {
    ...(isSet("first") && { isProtected: false }),
    ...(isSet("urgent") && { isUrgent: true }),
    ...(release !== undefined && { release: String(release) }),
  };
}

/**
 * The settings for a deployment with these `-c` flags. Throws unless the stage can be deployed. Other
 * settings are refused as flags, because the next deployment without the flag would undo them.
 */
export function settingsOf(said: (name: string) => unknown): Settings {
  const settings = settingsFor(said("stage") as string | undefined, readFlags(said));
  for (const name of Object.keys(settingsSchema.shape)) {
    if (name === "stage" || name === "release" || said(name) === undefined) continue;
    throw new Problem(
      `-c ${name} is not supported: set ${name} in infra/stages.ts, under ${settings.stage}.`,
    );
  }
  assertDeployable(settings);
  return settings;
}

/** The region that has the metrics of Route 53's health checks. */
export const HEALTH_REGION = "us-east-1";

/** The tags of all resources of a stage. */
export function tagsOf({ stage }: Pick<Settings, "stage">): Record<string, string> {
  return { service: "reseller-monitoring", stage };
}

/** The namespace of a stage's own metrics; one account may have several stages. */
export function metricNamespace({ stage }: Pick<Settings, "stage">): string {
  return `${METRIC_NAMESPACE}/${stage}`;
}

/** The name of a stage's probe function in another region. */
export function probeFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-probe`;
}

/** The name of a stage's operators' function (`functions/operators`, deployed as …-admin), which `npm run admin` invokes. */
export function adminFunctionName(stage: string): string {
  return `reseller-monitoring-${stage}-admin`;
}

/** The variable with the stage's control addresses, if it has any. */
export function controlVariables({ controlUrls = [] }: Settings): Record<string, string> {
  return controlUrls.length > 0 ? { CONTROL_URLS: controlUrls.join(" ") } : {};
}

/** The variables with the stage's request limits, if it has any. */
export function rateVariables({ rateLimits }: Settings): Record<string, string> {
  if (!rateLimits) return {};
  const { readsPerMinute, writesPerMinute, deliveriesPerMinute } = rateLimits;
  return {
    READS_PER_MINUTE: String(readsPerMinute),
    WRITES_PER_MINUTE: String(writesPerMinute),
    DELIVERIES_PER_MINUTE: String(deliveriesPerMinute),
  };
}
