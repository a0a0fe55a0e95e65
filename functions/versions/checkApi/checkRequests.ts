import { requireEnv } from "../../../shared/env.ts";
import { endpointGroups, type RouteKey, referenceRoutes } from "../../../shared/routes.ts";
import type { Clock } from "../../../shared/time.ts";
import { type Check, liveVersion, type Version } from "../checkVersion.ts";
import { invoke } from "../invoke.ts";
import { CHECK_ADDRESS, withKey } from "./account.ts";
import {
  type Body,
  eventOf,
  isNeededByOthers,
  journey,
  type Made,
  type Step,
  uuidIn,
} from "./journey.ts";

interface Answer {
  statusCode: number;
  body: string;
}

/** How a request went. */
interface Result {
  step: Step;
  status: number;
  body: Body & { code?: unknown; message?: unknown };
  ms: number;
}

/** The checks of a version of a function of the API: what it answers to a user's requests. */
export function apiCheck(clock: Clock): Check {
  const call = caller(clock);
  return async (version) => {
    if (!Object.hasOwn(endpointGroups, version.folder)) return await checkOpen(call, version);
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

/** The functions that need no key: every page that has no parameter, and an unknown path. */
async function checkOpen(call: Call, version: Version): Promise<string[]> {
  const routes =
    version.folder === "reference"
      ? referenceRoutes.filter((route) => !route.includes("{") && !route.includes("security.txt"))
      : ["GET /v1/deployment-check"];
  const status = version.folder === "reference" ? 200 : 404;
  const results = [];
  for (const route of routes) {
    results.push(await call(version, { route: route as RouteKey, status }));
  }
  return results.flatMap(faultIn);
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
 * Goes through the journey until there is a fault: what the new version writes is read by the old one
 * as well, and what the old one writes by the new one. The last way is for what is slow once only.
 */
async function checkJourneys(call: Call, version: Version, key: string): Promise<string[]> {
  const live = liveVersion(version.folder);
  const ways = [
    { writer: version, readers: [version, live] },
    { writer: live, readers: [live, version] },
    { writer: version, readers: [version] },
  ];
  const slow = new Set<string>();
  for (const { writer, readers } of ways) {
    const targetsOf = (step: Step) => {
      if (!isOf(version, step)) return [liveVersion(groupOf(step.route))];
      return step.route.startsWith("GET ") ? readers : [writer];
    };
    const made: Made = {};
    try {
      for (const step of journey.filter((each) => isOf(version, each) || isNeededByOthers(each))) {
        for (const to of targetsOf(step)) {
          const result = await call(to, step, made, key);
          if (step.makes) made[step.makes] = uuidIn(result.body) ?? "";
          const faults = [...faultIn(result), ...notShown(result, made)];
          if (to === version) faults.push(...slowAgain(result, slow));
          if (faults.length > 0) return faults;
        }
      }
    } finally {
      await removeAll(call, made, key);
    }
  }
  return [];
}

/** Removes what a journey left that ended early; what belongs to the user goes with the user. */
async function removeAll(call: Call, made: Made, key: string) {
  for (const step of journey.filter(({ route }) => route.startsWith("DELETE "))) {
    const { route } = step;
    if (!/\{(user|webhook)_uuid\}$/.test(route) || !nameLast(route, made)) continue;
    await call(liveVersion(groupOf(route)), step, made, key);
  }
}

function faultIn({ step: { route, status: wanted = 200 }, status }: Result): string[] {
  return status === wanted ? [] : [`${route} is answered ${status}, not ${wanted}`];
}

/** A list, or a GET of a record, must have the record that the journey made. */
function notShown({ step: { route }, status, body: { data } }: Result, made: Made): string[] {
  const isSingle = /^GET .*\}$/.test(route);
  const single = isSingle
    ? route
    : journey.find((each) => each.route.startsWith(`${route}/{`) && each.route.endsWith("}"))
        ?.route;
  const uuid = single && nameLast(single, made);
  if (status !== 200 || !uuid) return [];
  const shown = Array.isArray(data) ? data.map((each) => each.uuid) : [uuidIn({ data })];
  return shown.includes(uuid) ? [] : [`${route} does not show what was made`];
}

/** The uuid that the last parameter of a route stands for, if the journey made such a record. */
function nameLast(route: string, made: Made): string | undefined {
  const [, parameter = ""] = /\{(\w+)\}$/.exec(route) ?? [];
  return made[parameter];
}

/** A route that was slow before: the first slow answer may be a cold start. */
function slowAgain({ step: { route }, ms }: Result, slow: Set<string>): string[] {
  const limit = Number(requireEnv("SLOW_MS"));
  if (ms <= limit) return [];
  const isAgain = slow.has(route);
  slow.add(route);
  return isAgain ? [`${route} takes longer than ${limit} ms`] : [];
}

function isOf({ folder }: Version, { route }: Step): boolean {
  return groupOf(route) === folder;
}

function groupOf(route: RouteKey): string {
  const [group = ""] =
    Object.entries(endpointGroups).find(([, routes]) =>
      (routes as readonly string[]).includes(route),
    ) ?? [];
  return group;
}
