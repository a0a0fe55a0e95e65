import { endpointGroups, type RouteKey } from "../../../shared/routes.ts";
import { newUuid } from "../../../shared/uuid.ts";

const HOST = "https://deployment-check.invalid";
const ADDRESS = {
  address_line_1: "1 Mill Street",
  address_line_2: "",
  address_line_3: "",
  city: "London",
  county: "Greater London",
  postcode: "N1 1AA",
  phone_number: "+442071838750",
  country_code: "GB",
};
/** Nothing has this uuid. */
const MISSING = "c0dede91-0000-8000-8000-00000000dead";

/** The uuids of the records that a journey has made, by the names of path parameters. */
export type Made = Record<string, string>;

interface Identified {
  uuid?: string;
  user?: Identified;
}

export interface Body {
  data?: Identified | Identified[];
}

/** A request of the journey. */
export interface Step {
  route: RouteKey;
  query?: (made: Made) => Record<string, string>;
  body?: (made: Made) => unknown;
  /** The path parameter that identifies the record which the request makes. */
  makes?: string;
  /** Another status than 200. */
  status?: number;
}

const ofUser = (made: Made) => ({ userUuid: made["user_uuid"] ?? "" });
const ofBusiness = (made: Made) => ({ businessUuid: made["business_uuid"] ?? "" });
const ofWebsite = (made: Made) => ({ websiteUuid: made["website_uuid"] ?? "" });

/** The requests that make records, in order; all other routes need one of these records. */
const creations: Step[] = [
  { route: "POST /v1/onboarding", body: onboarding, makes: "user_uuid" },
  {
    route: "POST /v1/businesses",
    query: ofUser,
    body: () => ({ name: "Check", industry: "Checks", products: ["check"] }),
    makes: "business_uuid",
  },
  {
    route: "POST /v1/websites",
    query: ofBusiness,
    body: () => ({ hostname: HOST }),
    makes: "website_uuid",
  },
  {
    route: "POST /v1/websites/{website_uuid}/maintenance-windows",
    body: () => ({
      starts_at: "2099-01-01T00:00:00+00:00",
      ends_at: "2099-01-01T01:00:00+00:00",
      reason: "Check",
    }),
    makes: "maintenance_window_uuid",
  },
  {
    route: "POST /v1/shares",
    body: (made) => ({ website_uuid: made["website_uuid"], kind: "status" }),
    makes: "share_uuid",
  },
  {
    route: "POST /v1/competitors",
    query: ofBusiness,
    body: () => ({ hostname: HOST }),
    makes: "competitor_uuid",
  },
  { route: "POST /v1/webhooks", body: () => ({ endpoint: HOST }), makes: "webhook_uuid" },
];

/** What other routes need beside a path. */
const details: Partial<Record<RouteKey, Omit<Step, "route">>> = {
  "GET /v1/businesses": { query: ofUser },
  "GET /v1/websites": { query: ofBusiness },
  "GET /v1/competitors": { query: ofBusiness },
  "GET /v1/feed-items": { query: (made) => ({ ...ofBusiness(made), ...ofWebsite(made) }) },
  "GET /v1/findings": { query: ofWebsite },
  "PATCH /v1/findings/{finding_uuid}": { body: () => ({ status: "ignored" }) },
  "PATCH /v1/users/{user_uuid}": { body: () => ({ first_name: "Grace" }) },
  "PATCH /v1/users/{user_uuid}/report-mails": { body: () => ({ frequency: "weekly" }) },
  "PATCH /v1/account/report-mails": { body: () => ({ frequency: "none" }) },
  "PATCH /v1/businesses/{business_uuid}": { body: () => ({ name: "Checked" }) },
  "PATCH /v1/businesses/{business_uuid}/address": { body: () => ({ ...ADDRESS, city: "Leeds" }) },
  "PATCH /v1/websites/{website_uuid}": { body: () => ({ hostname: `${HOST}/changed` }) },
  "PATCH /v1/competitors/{competitor_uuid}": { body: () => ({ hostname: `${HOST}/changed` }) },
  "POST /v1/webhooks/{webhook_uuid}/replay": {
    query: () => ({ since: "2026-01-01T00:00:00+00:00" }),
  },
};

/** All requests of a user of the API, each route once: creations first, deletions last. */
export const journey: readonly Step[] = [
  ...creations,
  ...Object.values(endpointGroups)
    .flat()
    .filter((route) => !creations.some((step) => step.route === route))
    .toSorted((one, other) => turnOf(one) - turnOf(other))
    .map((route) => ({ route, ...details[route], ...(namesNone(route) && { status: 404 }) })),
];

/** Whether a route names a record that no request of the journey makes, such as a delivery. */
function namesNone(route: RouteKey): boolean {
  return parametersOf(route).some((name) => !creations.some(({ makes }) => makes === name));
}

/** Deletions come last, of the records that were made last first. */
function turnOf(route: RouteKey): number {
  if (!route.startsWith("DELETE ")) return 0;
  const [parameter = ""] = parametersOf(route).slice(-1);
  return creations.length - creations.findIndex(({ makes }) => makes === parameter);
}

/** Whether a step makes or removes records that steps of other groups need. */
export function isNeededByOthers({ route, makes }: Step): boolean {
  return makes !== undefined || route.startsWith("DELETE ");
}

/** The event of API Gateway (payload format 2.0) for a step. */
export function eventOf(
  step: Step,
  made: Made,
  request: { key?: string; from: string; at: number },
) {
  const { route } = step;
  const [method = "", pattern = ""] = route.split(" ");
  const names = parametersOf(route);
  const pathParameters = Object.fromEntries(names.map((name) => [name, made[name] ?? MISSING]));
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name) => pathParameters[name] ?? MISSING);
  const query = step.query?.(made);
  const body = step.body?.(made);
  return {
    version: "2.0",
    routeKey: route,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      host: "deployment-check.invalid",
      ...(request.key !== undefined && { "api-key": request.key }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(query && { queryStringParameters: query }),
    ...(names.length > 0 && { pathParameters }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      domainName: "deployment-check.invalid",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: request.from, userAgent: "" },
      requestId: newUuid(),
      routeKey: route,
      stage: "$default",
      timeEpoch: request.at,
    },
  };
}

/** The uuid of the record that an answer reports. */
export function uuidIn({ data }: Body): string | undefined {
  return Array.isArray(data) ? undefined : (data?.user?.uuid ?? data?.uuid);
}

function parametersOf(route: string): string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function onboarding() {
  return {
    email: `${newUuid()}@deployment-check.invalid`,
    first_name: "Ada",
    last_name: "Lovelace",
    language_preference: "en-GB",
    business: {
      business_name: "Check",
      hostname: HOST,
      ...ADDRESS,
    },
  };
}
