import {
  apiFunctionNames,
  apiFunctions,
  type RouteKey,
  referenceRoutes,
  routesOf,
} from "../../../shared/routes.ts";
import type { Clock } from "../../../shared/time.ts";
import { type Check, liveVersion, type Version } from "../checkVersion.ts";
import { invoke } from "../invoke.ts";
import { CHECK_ADDRESS, withKey } from "./account.ts";
import { faultIn, nameLast, notShown, type Result, slowAgain } from "./faults.ts";
import { eventOf, isNeededByOthers, journey, type Made, type Step, uuidIn } from "./journey.ts";

interface Answer {
  statusCode: number;
  body: string;
}

/** The checks of a version of a function of the API: what it answers to a user's requests. */
export function apiCheck(clock: Clock): Check {
  const call = caller(clock);
  return async (version) => {
    if (!Object.hasOwn(apiFunctions, version.folder)) return await checkOpen(call, version);
    return await withKey(clock, async (key) => [
      ...(await checkRefusals(call, version)),
      ...(await checkJourneys(call, version, key)),
    ]);
  };
}

type Call = (version: Version, step: Step, made?: Made, key?: string) => Promise<Result>;

function caller(clock: Clock): Call {
  return async (version, step, made = {}, key) => {
    const at = clock.now();
    const request = { from: CHECK_ADDRESS, at, ...(key !== undefined && { key }) };
    const answer = (await invoke(version, eventOf(step, made, request))) as Answer;
    const isJson = answer.body?.startsWith("{");
    const body = isJson ? JSON.parse(answer.body) : {};
    return { step, status: answer.statusCode, body, ms: clock.now() - at };
  };
}

/** The function that needs no key: every page that the old version has, too. */
async function checkOpen(call: Call, version: Version): Promise<string[]> {
  const faults: string[] = [];
  for (const route of referenceRoutes.filter((each) => !each.includes("{"))) {
    const step = { route: route as RouteKey };
    const { status } = await call(liveVersion(version.folder), step);
    const answer = await call(version, step);
    // A page may need a setting of the stage, or be new.
    if (answer.status !== status) faults.push(...faultIn(answer));
  }
  return faults;
}

/** Requests with a wrong key, or none, get the answer of section 5 of the specification. */
async function checkRefusals(call: Call, version: Version): Promise<string[]> {
  const [step] = journey.filter((each) => isOf(version, each));
  if (!step) return [];
  const { query: _, body: __, ...bare } = step;
  const results = [await call(version, bare), await call(version, bare, {}, "rwm_unknown")];
  return results.flatMap(({ status, body }) =>
    status === 401 && body.message === "Authentication is required to continue"
      ? []
      : [`${step.route} without a valid key is answered ${status}`],
  );
}

/**
 * Goes through the journey until there is a fault: what the old version writes is read by the new one,
 * and what the new one writes by the old one as well. The last way is for what is slow once only.
 */
async function checkJourneys(call: Call, version: Version, key: string): Promise<string[]> {
  const live = liveVersion(version.folder);
  const ways = [
    { writer: live, readers: [live, version] },
    { writer: version, readers: [version, live] },
    { writer: version, readers: [version] },
  ];
  const slow = new Set<string>();
  const unknownToLive = new Set<string>();
  for (const way of ways) {
    const faults = await takeWay(call, { version, key, slow, unknownToLive, ...way });
    if (faults.length > 0) return faults;
  }
  return [];
}

interface Way {
  version: Version;
  writer: Version;
  readers: Version[];
  key: string;
  /** The routes that were slow once. */
  slow: Set<string>;
  /** The routes that the old version does not answer even for what it wrote: they are new. */
  unknownToLive: Set<string>;
}

async function takeWay(call: Call, way: Way): Promise<string[]> {
  const { version, writer, key, slow, unknownToLive } = way;
  const made: Made = {};
  /** The records that the old version can't make. */
  const lacking: string[] = [];
  try {
    for (const step of journey.filter((each) => isOf(version, each) || isNeededByOthers(each))) {
      if (lacking.some((parameter) => step.route.includes(parameter))) {
        unknownToLive.add(step.route);
        continue;
      }
      for (const to of targetsOf(step, way)) {
        const isOld = to !== version && isOf(version, step);
        if (isOld && unknownToLive.has(step.route)) continue;
        const result = await call(to, step, made, key);
        if (step.makes) made[step.makes] = uuidIn(result.body) ?? "";
        const faults = [...faultIn(result), ...notShown(result, made)];
        if (to === version) faults.push(...slowAgain(result, slow));
        if (faults.length === 0) continue;
        if (!isOld || writer === version) return faults;
        unknownToLive.add(step.route);
        if (step.makes) lacking.push(`{${step.makes}}`);
      }
    }
    return [];
  } finally {
    await removeAll(call, made, key);
  }
}

/** The versions that get a step: others' steps go to the version that has the traffic. */
function targetsOf(step: Step, { version, writer, readers }: Way): Version[] {
  if (!isOf(version, step)) return [liveVersion(groupOf(step.route))];
  return step.route.startsWith("GET ") ? readers : [writer];
}

/** Removes what a journey left that ended early; what belongs to the user goes with the user. */
async function removeAll(call: Call, made: Made, key: string) {
  for (const step of journey.filter(({ route }) => route.startsWith("DELETE "))) {
    const { route } = step;
    if (!/\{(user|webhook)_uuid\}$/.test(route) || !nameLast(route, made)) continue;
    await call(liveVersion(groupOf(route)), step, made, key);
  }
}

function isOf({ folder }: Version, { route }: Step): boolean {
  return groupOf(route) === folder;
}

function groupOf(route: RouteKey): string {
  return apiFunctionNames.find((name) => routesOf(name).includes(route)) ?? "";
}
