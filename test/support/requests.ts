import { newUuid } from "../../shared/platform/uuid.ts";
import type { TestRequest } from "./api.ts";
import { endpoints, queryParameters } from "./endpoints.ts";
import { addressBody, businessBody, type Estate, onboardingBody, windowBody } from "./factories.ts";

/** The kinds of record that a request can name. */
export type Kind = keyof Omit<Estate, "reseller">;

/** The kinds of record that a route's path identifies: `website` for `…/{website_uuid}`. */
export function kindsInPath(route: string): Kind[] {
  return [...route.matchAll(/\{(\w+)_uuid\}/g)].map(([, kind]) => kind as Kind);
}

/** The kinds of record that a route's query names: `business` by `businessUuid`. */
export function kindsInQuery(route: string): Kind[] {
  const named = queryParameters(route).filter((name) => name.endsWith("Uuid"));
  return named.map((name) => name.replace("Uuid", "") as Kind);
}

/** A body that the route accepts; undefined if it takes none. */
export function acceptedBody(route: string): Record<string, unknown> | undefined {
  if (!endpoints.get(route)?.body) return undefined;
  if (route.endsWith("/onboarding")) return onboardingBody();
  if (route.endsWith("/customer")) return prospectCustomer();
  if (route.endsWith("/maintenance-windows")) return windowBody;
  if (route.endsWith("/start")) return { dry_run: false };
  if (route.endsWith("/shares")) return { kind: "status" };
  if (route.includes("/shares/")) return { slug: newUuid() };
  if (route.endsWith("/address")) return addressBody;
  if (route.endsWith("/known-words")) return { words: ["Bonzqit"] };
  if (route.endsWith("/account")) return { language: "de" };
  if (route.endsWith("/alerts")) return { addresses: ["ops@example.com"], quiet_hours: null };
  if (route.endsWith("/report-mails")) return { frequency: "monthly" };
  if (route.includes("/findings/")) return { status: "ignored", note: "That is our name." };
  if (route.includes("/users")) return { first_name: "Grace", suspended: false };
  return route.includes("/businesses") ? businessBody : { hostname: "https://example.com" };
}

/** An onboarding whose host name is known. */
function prospectCustomer() {
  const { business, ...user } = onboardingBody();
  const { hostname: _, ...others } = business;
  return { ...user, business: others };
}

/** A request that the route answers with 200, for the records of the estate. */
export function acceptedRequest(route: string, estate: Estate): TestRequest {
  const uuid = Object.fromEntries(kindsInPath(route).map((kind) => [`${kind}_uuid`, estate[kind]]));
  // The lists of an account need no parent.
  const named = route.includes("/account/") ? [] : kindsInQuery(route);
  const parents = named.map((parent) => [`${parent}Uuid`, estate[parent]]);
  return {
    key: estate.reseller.key,
    query: { ...Object.fromEntries(parents), ...requiredQuery(route) },
    body: route.endsWith("POST /v1/shares")
      ? { ...acceptedBody(route), website_uuid: estate.website }
      : acceptedBody(route),
    uuid,
  };
}

/** The query parameters that a route requires, except those that name records. */
function requiredQuery(route: string): Record<string, string> {
  const names = queryParameters(route);
  return {
    ...(names.includes("since") && { since: "2026-01-31T09:30:00+00:00" }),
    ...(names.includes("q") && { q: "example" }),
  };
}
