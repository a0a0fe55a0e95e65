import { requireEnv } from "../../../shared/env.ts";
import { type Body, journey, type Made, type Step, uuidIn } from "./journey.ts";

/** How a request went. */
export interface Result {
  step: Step;
  status: number;
  body: Body & { code?: unknown; message?: unknown };
  ms: number;
}

/** An answer must have the status of its step. */
export function faultIn({ step: { route, status: wanted = 200 }, status }: Result): string[] {
  return status === wanted ? [] : [`${route} is answered ${status}, not ${wanted}`];
}

/** A list, or a GET of a record, must have the record that the journey made. */
export function notShown(
  { step: { route }, status, body: { data } }: Result,
  made: Made,
): string[] {
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
export function nameLast(route: string, made: Made): string | undefined {
  const [, parameter = ""] = /\{(\w+)\}$/.exec(route) ?? [];
  return made[parameter];
}

/** A route that was slow before: the first slow answer may be a cold start. */
export function slowAgain({ step: { route }, ms }: Result, slow: Set<string>): string[] {
  const limit = Number(requireEnv("SLOW_MS"));
  if (ms <= limit) return [];
  const isAgain = slow.has(route);
  slow.add(route);
  return isAgain ? [`${route} takes longer than ${limit} ms`] : [];
}
