import { groupNames } from "../shared/routes.ts";
import type { Settings, WorkerSettings } from "./settings.ts";

/** The functions that answer requests without a key: the reference, and what no route takes. */
const OPEN_FUNCTIONS = 2;
/** Left to the stream, the schedule and operators; Lambda itself wants as many unreserved. */
const LEFT_TO_OTHERS = 100;

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
