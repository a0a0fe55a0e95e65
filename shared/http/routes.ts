/**
 * The routes of the API by endpoint group, each of which has a folder in `functions/`. The stack, the types of
 * the handlers and the tests are derived from this table.
 */
export const endpointGroups = {
  users: [
    "GET /v1/users",
    "GET /v1/users/{user_uuid}",
    "PATCH /v1/users/{user_uuid}",
    "GET /v1/users/{user_uuid}/export",
    "GET /v1/users/{user_uuid}/report-mails",
    "PATCH /v1/users/{user_uuid}/report-mails",
    "DELETE /v1/users/{user_uuid}",
  ],
  onboarding: ["POST /v1/onboarding"],
  prospects: [
    "GET /v1/prospects",
    "POST /v1/prospects",
    "GET /v1/prospects/{prospect_uuid}",
    "POST /v1/prospects/{prospect_uuid}/customer",
    "DELETE /v1/prospects/{prospect_uuid}",
  ],
  businesses: [
    "GET /v1/businesses",
    "POST /v1/businesses",
    "GET /v1/businesses/{business_uuid}",
    "PATCH /v1/businesses/{business_uuid}",
    "GET /v1/businesses/{business_uuid}/address",
    "PATCH /v1/businesses/{business_uuid}/address",
    "GET /v1/businesses/{business_uuid}/known-words",
    "PATCH /v1/businesses/{business_uuid}/known-words",
    "DELETE /v1/businesses/{business_uuid}",
  ],
  websites: [
    "GET /v1/websites",
    "POST /v1/websites",
    "GET /v1/websites/{website_uuid}",
    "PATCH /v1/websites/{website_uuid}",
    "GET /v1/websites/{website_uuid}/uptime",
    "POST /v1/websites/{website_uuid}/audit",
    "POST /v1/websites/{website_uuid}/check",
    "GET /v1/websites/{website_uuid}/maintenance-windows",
    "POST /v1/websites/{website_uuid}/maintenance-windows",
    "GET /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
    "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
    "DELETE /v1/websites/{website_uuid}",
  ],
  competitors: [
    "GET /v1/competitors",
    "POST /v1/competitors",
    "GET /v1/competitors/{competitor_uuid}",
    "PATCH /v1/competitors/{competitor_uuid}",
    "DELETE /v1/competitors/{competitor_uuid}",
  ],
  digests: [
    "GET /v1/users/{user_uuid}/digest",
    "GET /v1/businesses/{business_uuid}/digest",
    "GET /v1/websites/{website_uuid}/digest",
  ],
  shares: [
    "GET /v1/shares",
    "POST /v1/shares",
    "GET /v1/shares/{share_uuid}",
    "PATCH /v1/shares/{share_uuid}",
    "DELETE /v1/shares/{share_uuid}",
  ],
  account: [
    "GET /v1/account",
    "PATCH /v1/account",
    "GET /v1/account/websites",
    "GET /v1/account/businesses",
    "GET /v1/account/search",
    "GET /v1/account/audit-log",
    "GET /v1/account/usage",
    "GET /v1/account/report-mails",
    "PATCH /v1/account/report-mails",
    "GET /v1/account/alerts",
    "PATCH /v1/account/alerts",
  ],
  deleted: ["GET /v1/account/deleted", "POST /v1/account/deleted/{deletion_uuid}/restore"],
  plans: ["GET /v1/plans"],
  customFields: ["GET /v1/custom-fields"],
  feedItems: ["GET /v1/feed-items"],
  findings: [
    "GET /v1/findings",
    "GET /v1/findings/{finding_uuid}",
    "PATCH /v1/findings/{finding_uuid}",
  ],
  webhooks: [
    "GET /v1/webhooks",
    "POST /v1/webhooks",
    "GET /v1/webhooks/{webhook_uuid}",
    "GET /v1/webhooks/{webhook_uuid}/secret",
    "POST /v1/webhooks/{webhook_uuid}/secret/rotate",
    "POST /v1/webhooks/{webhook_uuid}/test",
    "POST /v1/webhooks/{webhook_uuid}/enable",
    "GET /v1/webhooks/{webhook_uuid}/deliveries",
    "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}",
    "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay",
    "POST /v1/webhooks/{webhook_uuid}/replay",
    "DELETE /v1/webhooks/{webhook_uuid}",
  ],
} as const satisfies Record<string, readonly RouteKey[]>;

/** Lists that the specification does not have. They refuse unknown query parameters: a misspelt filter would list everything. */
export const strictLists: readonly RouteKey[] = [
  "GET /v1/prospects",
  "GET /v1/websites/{website_uuid}/maintenance-windows",
  "GET /v1/users/{user_uuid}/digest",
  "GET /v1/businesses/{business_uuid}/digest",
  "GET /v1/shares",
  "GET /v1/account/websites",
  "GET /v1/account/businesses",
  "GET /v1/account/search",
  "GET /v1/account/audit-log",
  "GET /v1/account/deleted",
  "GET /v1/custom-fields",
  "GET /v1/findings",
  "GET /v1/webhooks/{webhook_uuid}/deliveries",
];

export type GroupName = keyof typeof endpointGroups;

/** The routes of one group. */
export type RoutesOf<Name extends GroupName> = (typeof endpointGroups)[Name][number];

/** The Lambda functions of the API, named like their folders, and the groups of endpoints that each answers. */
export const apiFunctions = {
  users: ["users", "digests"],
  onboarding: ["onboarding", "prospects"],
  businesses: ["businesses"],
  websites: ["websites"],
  competitors: ["competitors"],
  account: ["account", "deleted", "shares"],
  plans: ["plans", "customFields"],
  feedItems: ["feedItems", "findings"],
  webhooks: ["webhooks"],
} as const satisfies Record<string, readonly GroupName[]>;

export type ApiFunctionName = keyof typeof apiFunctions;

/** The names of the API's functions. */
export const apiFunctionNames = Object.keys(apiFunctions) as ApiFunctionName[];

/** The routes that a function of the API answers. */
export function routesOf(name: ApiFunctionName): RouteKey[] {
  return apiFunctions[name].flatMap((group): readonly RouteKey[] => endpointGroups[group]);
}

/** A route key as API Gateway writes it: method, space, path with `{parameters}`. */
export type RouteKey = `${"GET" | "POST" | "PATCH" | "DELETE"} /v1/${string}`;

/** Routes that API Gateway does not know: `$default` leads to the same function, under the same limit. */
const defaultRoutes = [
  "GET /",
  "GET /openapi.json",
  "GET /llms.txt",
  "GET /.well-known/security.txt",
] as const;

/** The routes of `functions/reference`: documentation, console and health. `/` leads to the console. */
export const referenceRoutes = [
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
export const sharedPageRoutes = ["GET /s/{token}", "GET /s/{token}/badge.svg"] as const;

/** The routes to unsubscribe, which need the token of a mail. */
export const unsubscribeRoutes = ["GET /unsubscribe/{token}", "POST /unsubscribe/{token}"] as const;

/** All routes that need no key. `functions/open` answers them, and every path that no route takes. */
export const openRoutes = [...referenceRoutes, ...sharedPageRoutes, ...unsubscribeRoutes] as const;

/** A route of the API. */
export type ApiRoute = RoutesOf<GroupName>;

/**
 * What a request counts against its reseller's limit of reads or writes, if not 1: about its share of the provider's
 * cost, with what follows from it. `npm run bench -- endpoints` prints the measured prices and the dearest day.
 */
export const routeCosts: Partial<Record<ApiRoute, number>> = {
  "GET /v1/users/{user_uuid}/digest": 10,
  "GET /v1/businesses/{business_uuid}/digest": 10,
  "GET /v1/users/{user_uuid}/export": 50,
  "GET /v1/websites/{website_uuid}/digest": 4,
  "GET /v1/account/websites": 2,
  "GET /v1/account/businesses": 4,
  "GET /v1/account/search": 2,
  "GET /v1/shares": 2,
  "GET /v1/webhooks/{webhook_uuid}/deliveries": 2,
  "POST /v1/onboarding": 10,
  "POST /v1/prospects": 20,
  "POST /v1/prospects/{prospect_uuid}/customer": 10,
  "POST /v1/websites": 4,
  "POST /v1/businesses": 3,
  "POST /v1/account/deleted/{deletion_uuid}/restore": 3,
  "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay": 3,
  "POST /v1/competitors": 2,
  "POST /v1/shares": 3,
  "POST /v1/websites/{website_uuid}/audit": 2,
  "POST /v1/websites/{website_uuid}/check": 2,
  "PATCH /v1/websites/{website_uuid}": 2,
  "DELETE /v1/users/{user_uuid}": 2,
  "DELETE /v1/businesses/{business_uuid}": 2,
  "DELETE /v1/websites/{website_uuid}": 2,
};

const costs = new Map<string, number>(Object.entries(routeCosts));

/** What a request to a route counts. */
export function costOfRoute(routeKey: string): number {
  return costs.get(servingRoute(routeKey)) ?? 1;
}

/** The names of all groups. */
export const groupNames = Object.keys(endpointGroups) as GroupName[];

/** All routes of the API. */
export const routeKeys: RouteKey[] = Object.values(endpointGroups).flat();

/** API Gateway's routes for these routes: one for each path, for all methods; none for those of `$default`. */
export function gatewayRoutes(routes: readonly string[]): string[] {
  const forAll = (each: readonly string[]) => each.map((route) => route.replace(/^\S+/, "ANY"));
  const byDefault = forAll(defaultRoutes);
  return [...new Set(forAll(routes))].filter((route) => !byDefault.includes(route));
}

/** Adds HEAD to every GET (RFC 9110, 9.3.2). */
export function withHead(routes: readonly string[]): string[] {
  return routes.flatMap((route) =>
    route.startsWith("GET ") ? [route, route.replace("GET ", "HEAD ")] : [route],
  );
}

/** The route whose endpoint serves a request: HEAD is served by GET. */
export function servingRoute(routeKey: string): string {
  return routeKey.startsWith("HEAD ") ? routeKey.replace("HEAD ", "GET ") : routeKey;
}

/** Time-out of an endpoint's function: below API Gateway's 30 seconds, so that the function answers. */
export const REQUEST_SECONDS = 20;
