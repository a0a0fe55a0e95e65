/** The endpoint groups: one Lambda function each, named like its folder in `functions/`, with the routes it serves. */
export const endpointGroups = {
  users: ["GET /v1/users"],
  onboarding: ["POST /v1/onboarding"],
  businesses: [
    "GET /v1/businesses",
    "POST /v1/businesses",
    "GET /v1/businesses/{business_uuid}",
    "PATCH /v1/businesses/{business_uuid}",
    "DELETE /v1/businesses/{business_uuid}",
  ],
  websites: [
    "GET /v1/websites",
    "POST /v1/websites",
    "GET /v1/websites/{website_uuid}",
    "PATCH /v1/websites/{website_uuid}",
    "DELETE /v1/websites/{website_uuid}",
  ],
  competitors: [
    "GET /v1/competitors",
    "POST /v1/competitors",
    "GET /v1/competitors/{competitor_uuid}",
    "PATCH /v1/competitors/{competitor_uuid}",
    "DELETE /v1/competitors/{competitor_uuid}",
  ],
  plans: ["GET /v1/plans"],
  feedItems: ["GET /v1/feed-items"],
  webhooks: ["GET /v1/webhooks", "POST /v1/webhooks", "DELETE /v1/webhooks/{webhook_uuid}"],
} as const satisfies Record<string, readonly RouteKey[]>;

export type GroupName = keyof typeof endpointGroups;

/** A route key as API Gateway writes it: method, space, path with `{parameters}`. */
export type RouteKey = `${"GET" | "POST" | "PATCH" | "DELETE"} /v1/${string}`;

/** The groups by name, with the type of both kept. */
export const groupNames = Object.keys(endpointGroups) as GroupName[];
