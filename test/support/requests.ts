import type { TestRequest } from "./api.ts";
import { queryParameters } from "./endpoints.ts";
import { businessBody, type Estate, onboardingBody } from "./factories.ts";

/** The kinds of record that a request can name. */
export type Kind = keyof Omit<Estate, "reseller">;

/** The kind of record that a route's path identifies: `website` for `…/{website_uuid}`. */
export function kindInPath(route: string): Kind | undefined {
  return /\{(.*)_uuid\}/.exec(route)?.[1] as Kind | undefined;
}

/** The kinds of record that a route's query names: `business` by `businessUuid`. */
export function kindsInQuery(route: string): Kind[] {
  const named = queryParameters(route).filter((name) => name.endsWith("Uuid"));
  return named.map((name) => name.replace("Uuid", "") as Kind);
}

/** A body that the route accepts; undefined where it takes none. */
export function acceptedBody(route: string): Record<string, unknown> | undefined {
  if (!/^(POST|PATCH)/.test(route)) return undefined;
  if (route.endsWith("/onboarding")) return onboardingBody();
  return route.includes("/businesses") ? businessBody : { hostname: "https://example.com" };
}

/** A request that the route answers with 200, for the records of the estate. */
export function acceptedRequest(route: string, estate: Estate): TestRequest {
  const kind = kindInPath(route);
  const parents = kindsInQuery(route).map((parent) => [`${parent}Uuid`, estate[parent]]);
  return {
    key: estate.reseller.key,
    query: Object.fromEntries(parents),
    body: acceptedBody(route),
    ...(kind ? { uuid: estate[kind] } : {}),
  };
}
