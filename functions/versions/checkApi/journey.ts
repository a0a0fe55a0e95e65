import { endpointGroups, referenceRoutes, type RouteKey } from "../../../shared/routes.ts";
import { newUuid } from "../../../shared/uuid.ts";

const HOST = "https://deployment-check.invalid";
/** Nothing has this uuid. */
const MISSING = "c0dede91-0000-8000-8000-00000000dead";

/** The uuids of the records that a journey has made, by the names of path parameters. */
export type Made = Record<string, string>;

interface Body {
  data?: { uuid?: string; user?: { uuid?: string } };
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

/** The requests that make records, in order. All routes below them need one of these. */
const creations: Step[] = [
  { route: "POST /v1/onboarding", body: onboarding, makes: "user_uuid" },
  { route: "POST /v1/businesses", query: ofUser, body: () => ({ name: "Check", industry: "Checks", products: ["check"] }), makes: "business_uuid" },
  { route: "POST /v1/websites", query: ofBusiness, body: () => ({ hostname: HOST }), makes: "website_uuid" },
  {
    route: "POST /v1/websites/{website_uuid}/maintenance-windows",
    body: () => ({ starts_at: "2099-01-01T00:00:00+00:00", ends_at: "2099-01-01T01:00:00+00:00", reason: "Check" }),
    makes: "maintenance_window_uuid",
  },
  { route: "POST /v1/competitors", query: ofBusiness, body: () => ({ hostname: HOST }), makes: "competitor_uuid" },
  { route: "POST /v1/webhooks", body: () => ({ endpoint: HOST }), makes: "webhook_uuid" },
];
