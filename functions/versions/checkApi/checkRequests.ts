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
 * Goes through the journey twice: what the new version writes is read by the old one as well, and what
 * the old one wrote by the new one. A route that is slow both times is slow.
 */
async function checkJourneys(call: Call, version: Version, key: string): Promise<string[]> {
  const live = liveVersion(version.folder);
  const ways = [
    { writer: version, readers: [version, live] },
    { writer: live, readers: [live, version] },
  ];
  const results: Result[] = [];
  const faults: string[] = [];
  for (const { writer, readers } of ways) {
    const made: Made = {};
    for (const step of journey) {
      const isOwn = isOf(version, step);
      if (!isOwn && !isNeededByOthers(step)) continue;
      const isRead = step.route.startsWith("GET ");
      const others = liveVersion(groupOf(step.route));
      for (const to of isOwn ? (isRead ? readers : [writer]) : [others]) {
        const result = await call(to, step, made, key);
        if (step.makes) made[step.makes] = uuidIn(result.body) ?? "";
        results.push(result);
        if (!shows(result, made)) faults.push(`${step.route} does not show what was made`);
      }
    }
  }
  return [...new Set([...results.flatMap(faultIn), ...faults, ...slowRoutes(results)])];
}

function faultIn({ step: { route, status: wanted = 200 }, status }: Result): string[] {
  return status === wanted ? [] : [`${route} is answered ${status}, not ${wanted}`];
}

/** Whether the answer to a GET has the record that the journey made: alone, or in a list. */
function shows({ step: { route }, status, body: { data } }: Result, made: Made): boolean {
  const [, own] = /^GET .*\{(\w+)\}$/.exec(route) ?? [];
  if (own !== undefined) return status !== 200 || uuidIn({ data }) === made[own];
  const single = journey.find(
    (each) => each.route.startsWith(`${route}/{`) && each.route.endsWith("}"),
  );
  const [, listed] = /\{(\w+)\}$/.exec(single?.route ?? "") ?? [];
  if (listed === undefined || made[listed] === undefined || !Array.isArray(data)) return true;
  return data.some((each) => each.uuid === made[listed]);
}

function slowRoutes(results: Result[]): string[] {
  const limit = Number(requireEnv("SLOW_MS"));
  const slow = Map.groupBy(
    results.filter(({ ms }) => ms > limit),
    ({ step }) => step.route,
  );
  return [...slow].flatMap(([route, times]) =>
    times.length > 1 ? [`${route} takes longer than ${limit} ms`] : [],
  );
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
