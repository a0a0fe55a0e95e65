/** A route key as API Gateway writes it: method, space, path with `{parameters}`. */
export type RouteKey = `${"GET" | "POST" | "PATCH" | "DELETE"} /v1/${string}`;

/** Routes that API Gateway does not know: `$default` leads to the same function, under the same limit. */
const defaultRoutes = [
  "GET /",
  "GET /openapi.json",
  "GET /llms.txt",
  "GET /.well-known/security.txt",
] as const;

/**
 * The Lambda functions of the API, named like their folders, with the routes that each answers. The number is what a
 * request counts against its reseller's limit of reads or writes: about its share of the provider's cost, with what
 * follows from it (`test/routes/costs.txt` has the measured units). The stack, the functions and the tests are derived
 * from this table.
 */
const apiFunctions = {
  users: {
    "GET /v1/users": 1,
    "GET /v1/users/{user_uuid}": 1,
    "PATCH /v1/users/{user_uuid}": 1,
    "GET /v1/users/{user_uuid}/export": 50,
    "GET /v1/users/{user_uuid}/report-mails": 1,
    "PATCH /v1/users/{user_uuid}/report-mails": 1,
    "DELETE /v1/users/{user_uuid}": 2,
    "GET /v1/users/{user_uuid}/digest": 10,
    "GET /v1/businesses/{business_uuid}/digest": 10,
    "GET /v1/websites/{website_uuid}/digest": 4,
  },
  onboarding: {
    "POST /v1/onboarding": 10,
    "GET /v1/prospects": 1,
    "POST /v1/prospects": 20,
    "GET /v1/prospects/{prospect_uuid}": 1,
    "POST /v1/prospects/{prospect_uuid}/customer": 10,
    "DELETE /v1/prospects/{prospect_uuid}": 1,
  },
  businesses: {
    "GET /v1/businesses": 1,
    "POST /v1/businesses": 3,
    "GET /v1/businesses/{business_uuid}": 1,
    "PATCH /v1/businesses/{business_uuid}": 1,
    "GET /v1/businesses/{business_uuid}/address": 1,
    "PATCH /v1/businesses/{business_uuid}/address": 1,
    "GET /v1/businesses/{business_uuid}/known-words": 1,
    "PATCH /v1/businesses/{business_uuid}/known-words": 1,
    "DELETE /v1/businesses/{business_uuid}": 2,
  },
  websites: {
    "GET /v1/websites": 1,
    "POST /v1/websites": 4,
    "GET /v1/websites/{website_uuid}": 1,
    "PATCH /v1/websites/{website_uuid}": 2,
    "GET /v1/websites/{website_uuid}/uptime": 1,
    "POST /v1/websites/{website_uuid}/audit": 2,
    "POST /v1/websites/{website_uuid}/check": 2,
    "GET /v1/websites/{website_uuid}/maintenance-windows": 1,
    "POST /v1/websites/{website_uuid}/maintenance-windows": 1,
    "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}": 1,
    "DELETE /v1/websites/{website_uuid}": 2,
  },
  competitors: {
    "GET /v1/competitors": 1,
    "POST /v1/competitors": 2,
    "GET /v1/competitors/{competitor_uuid}": 1,
    "PATCH /v1/competitors/{competitor_uuid}": 1,
    "DELETE /v1/competitors/{competitor_uuid}": 1,
  },
  account: {
    "GET /v1/account": 1,
    "PATCH /v1/account": 1,
    "GET /v1/account/websites": 2,
    "GET /v1/account/businesses": 4,
    "GET /v1/account/search": 2,
    "GET /v1/account/audit-log": 1,
    "GET /v1/account/usage": 1,
    "GET /v1/account/report-mails": 1,
    "PATCH /v1/account/report-mails": 1,
    "GET /v1/account/alerts": 1,
    "PATCH /v1/account/alerts": 1,
    "GET /v1/account/deleted": 1,
    "POST /v1/account/deleted/{deletion_uuid}/restore": 3,
    "GET /v1/shares": 2,
    "POST /v1/shares": 3,
    "GET /v1/shares/{share_uuid}": 1,
    "PATCH /v1/shares/{share_uuid}": 1,
    "DELETE /v1/shares/{share_uuid}": 1,
  },
  plans: {
    "GET /v1/plans": 1,
    "GET /v1/custom-fields": 1,
  },
  feedItems: {
    "GET /v1/feed-items": 1,
    "GET /v1/findings": 1,
    "GET /v1/findings/{finding_uuid}": 1,
    "PATCH /v1/findings/{finding_uuid}": 1,
  },
  webhooks: {
    "GET /v1/webhooks": 1,
    "POST /v1/webhooks": 1,
    "GET /v1/webhooks/{webhook_uuid}": 1,
    "GET /v1/webhooks/{webhook_uuid}/secret": 1,
    "POST /v1/webhooks/{webhook_uuid}/secret/rotate": 1,
    "POST /v1/webhooks/{webhook_uuid}/test": 1,
    "POST /v1/webhooks/{webhook_uuid}/enable": 1,
    "GET /v1/webhooks/{webhook_uuid}/deliveries": 2,
    "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}": 1,
    "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay": 3,
    "POST /v1/webhooks/{webhook_uuid}/replay": 1,
    "DELETE /v1/webhooks/{webhook_uuid}": 1,
  },
} as const satisfies Record<string, Partial<Record<RouteKey, number>>>;

export type ApiFunctionName = keyof typeof apiFunctions;

/** A route of the API. */
export type ApiRoute = {
  [Name in ApiFunctionName]: keyof (typeof apiFunctions)[Name];
}[ApiFunctionName];

/** The names of the API's functions. */
export const apiFunctionNames = Object.keys(apiFunctions) as ApiFunctionName[];

/** The routes that a function of the API answers. */
export function routesOf(name: ApiFunctionName): ApiRoute[] {
  return Object.keys(apiFunctions[name]) as ApiRoute[];
}

const costs = new Map<string, number>(Object.values(apiFunctions).flatMap(Object.entries));

/** What a request to a route counts. */
export function costOfRoute(routeKey: string): number {
  return costs.get(routeKey) ?? 1;
}

/** The routes of `functions/reference`: documentation, console and health. `/` leads to the console. */
const referenceRoutes = [
  ...defaultRoutes,
  "GET /docs",
  "GET /docs/{page}",
  "GET /console",
  "GET /console/{page}",
  "GET /health",
] as const;

/**
 * The routes of `functions/open/sharedPages`, for people without a key. `{token}` may end with `.json`, or be the name of
 * the pages' script.
 */
const sharedPageRoutes = ["GET /s/{token}", "GET /s/{token}/badge.svg"] as const;

/** The routes to unsubscribe, which need the token of a mail. */
const unsubscribeRoutes = ["GET /unsubscribe/{token}", "POST /unsubscribe/{token}"] as const;

/** All routes that need no key. `functions/open` answers them, and every path that no route takes. */
export const openRoutes = [...referenceRoutes, ...sharedPageRoutes, ...unsubscribeRoutes] as const;

/** API Gateway's routes for these routes: one for each path, for all methods; none for those of `$default`. */
export function gatewayRoutes(routes: readonly string[]): string[] {
  const forAll = (each: readonly string[]) => each.map((route) => route.replace(/^\S+/, "ANY"));
  const byDefault = forAll(defaultRoutes);
  return [...new Set(forAll(routes))].filter((route) => !byDefault.includes(route));
}

/** Time-out of an endpoint's function: below API Gateway's 30 seconds, so that the function answers. */
export const REQUEST_SECONDS = 20;
