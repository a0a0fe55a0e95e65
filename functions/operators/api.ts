import type { Endpoint } from "../../shared/http/endpoint.ts";
import { errorResponse } from "../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { parseWithoutForbiddenKeys } from "../../shared/http/jsonBody.ts";
import { type ApiFunctionName, apiFunctionNames, routesOf } from "../../shared/http/routes.ts";
import { requireEnv } from "../../shared/platform/env.ts";
import {
  BodyMalformed,
  RecordNotFound,
  RequestUnderWay,
  TooManyRequests,
  ValidationFailed,
} from "../../shared/platform/errors.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { requireOpenReseller, requireReseller } from "./records.ts";

interface ApiFunction {
  handler: { endpoints: Map<string, Endpoint> };
}

/** The functions of the API. A command loads only the one that it calls. */
const apiFunctions: Record<ApiFunctionName, () => Promise<ApiFunction>> = {
  users: () => import("../api/users/index.ts"),
  onboarding: () => import("../api/onboarding/index.ts"),
  businesses: () => import("../api/businesses/index.ts"),
  websites: () => import("../api/websites/index.ts"),
  competitors: () => import("../api/competitors/index.ts"),
  account: () => import("../api/account/index.ts"),
  plans: () => import("../api/plans/index.ts"),
  feedItems: () => import("../api/feedItems/index.ts"),
  webhooks: () => import("../api/webhooks/index.ts"),
};

/** Stands where an endpoint shows the request's key. */
const OPERATORS_KEY = {
  uuid: "00000000-0000-0000-0000-000000000000",
  name: "operator",
  created_at: "2026-11-23T00:00:00+00:00",
};

/**
 * Calls a route of the API in a reseller's name, and returns the response's body. It takes no key and counts
 * against no limit. Throws WrongInput for what the API would answer with a 4xx, and for routes that show secrets.
 */
export async function callApi({
  reseller_uuid,
  method,
  path,
  body,
}: CommandInput<"api">): Promise<unknown> {
  await (method === "GET" ? requireReseller : requireOpenReseller)(reseller_uuid);
  const url = URL.parse(path, requireEnv("API_URL"));
  const match = url && findRoute(method, url.pathname);
  if (!url || !match) {
    throw new WrongInput(`The API has no route ${method} ${path}: its reference lists them.`);
  }
  const { handler } = await apiFunctions[match.name]();
  const endpoint = handler.endpoints.get(match.route);
  if (!endpoint) throw new Error(`The route ${match.route} has no endpoint`);
  if (endpoint.tellsSecret) throw new WrongInput("Operators can't see resellers' secrets.");
  const event = {
    routeKey: match.route,
    reseller_uuid,
    api_key: OPERATORS_KEY,
    pathParameters: match.parameters,
    queryStringParameters: queryOf(url),
    ...{ body: parseBody(body), text: body ?? "" },
    headers: { "x-forwarded-proto": url.protocol.replace(":", "") },
    rawQueryString: url.search.slice(1),
    requestContext: {
      domainName: url.host,
      http: { method, path: url.pathname },
      timeEpoch: Date.now(),
    },
  };
  try {
    return await endpoint.answer(event as unknown as ApiEvent);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { statusCode, body } = errorResponse(error);
    throw new WrongInput(`The API answers ${statusCode}: ${body}.`);
  }
}

function isRefusal(error: unknown): boolean {
  const kinds = [RecordNotFound, RequestUnderWay, ValidationFailed, TooManyRequests];
  return kinds.some((kind) => error instanceof kind);
}

/** The route that serves a path, and the values of its parameters. */
function findRoute(method: string, path: string) {
  for (const name of apiFunctionNames) {
    for (const route of routesOf(name)) {
      const [ofMethod, template = ""] = route.split(" ");
      if (ofMethod !== method) continue;
      const pattern = new URLPattern({ pathname: template.replaceAll(/\{(\w+)\}/g, ":$1") });
      const parameters = pattern.exec({ pathname: path })?.pathname.groups;
      if (parameters) return { name, route, parameters };
    }
  }
  return undefined;
}

/** API Gateway joins the values of a repeated parameter with commas. */
function queryOf({ searchParams }: URL): Record<string, string> {
  const names = new Set(searchParams.keys());
  return Object.fromEntries([...names].map((name) => [name, searchParams.getAll(name).join()]));
}

/** The body as the API's own middleware parses it. */
function parseBody(text: string | undefined): unknown {
  if (text === undefined) return {};
  try {
    const body = parseWithoutForbiddenKeys(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  } catch (error) {
    if (!(error instanceof BodyMalformed)) throw error;
  }
  throw new WrongInput(`--body must be a JSON object, such as '{"name": "Acme"}'.`);
}
